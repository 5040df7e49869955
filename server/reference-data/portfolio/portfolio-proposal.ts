import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import { sqlFile } from '#analytics/sql.ts';
import type { PortfolioProposalPage, PortfolioProposalRow } from '#shared/schemas/portfolio-proposal.ts';
import { folded, wordsOf } from '#shared/searched-text.ts';
import { type Revisions, versionOf } from '../../platform/cache-invalidation/revisions.ts';
import { inTransaction } from '../../platform/database/query.ts';
import { AppError } from '../../platform/errors.ts';
import { type MarketParts, onCurrentRevisions } from '../../statistics/views/view-tables.ts';
import type { PortfolioEntry } from '../sources/rows.ts';
import { addTemplateVersion } from '../template-files/add-template-version.ts';
import { currentSource } from '../template-files/template-source-queries.ts';
import { lockTemplateFile } from '../template-files/template-version-queries.ts';
import {
  type BulkDecision,
  findBulkDecision,
  forgetDecisions,
  listDecisions,
  lockAccepted,
  type PortfolioDecision,
  storeDecisions,
} from './decision-queries.ts';

/**
 * Groups of interchangeable galenic forms, with regular expressions (RE2) for their names in German, French and Italian
 * and as the BAG abbreviates them; the first match counts. Modified-release forms are never plain tablets.
 */
export const galenicGroups: readonly (readonly [group: string, pattern: string])[] = [
  ['chewable', 'kautabl|à croquer|masticabil'],
  ['effervescent', 'brause|efferves'],
  ['melting', 'schmelz|lyoc|lingualtabl|orodispers|sublingual|buccal'],
  ['lozenge', 'lutsch|à sucer|pastill'],
  ['retard', 'retard|depot|veränderter|prolongée|prolungato|modificat|modifiée|\\bcr\\b|\\bxr\\b|\\bmr\\b'],
  ['gastro-resistant', 'magensaft|gastro|mups'],
  ['vaginal', 'vaginal|ovul'],
  ['rectal', 'supposit|zäpfchen|rektal|rectal|rettal|klistier|clistere|lavement|\\bsupp\\b'],
  ['patch', 'pflaster|patch|emplâtre|cerotto|transdermal'],
  ['eye', 'augen|collyre|collirio|ophtalm|oftalm|\\bgtt opht'],
  ['ear', 'ohren|auriculaire|auricolar'],
  ['nose', 'nasen|nasal'],
  ['inhalation', 'inhal|dosier-?aerosol|pulver zur inhalation|turbuhaler|\\bdiskus\\b'],
  ['infusion', 'infusion|perfusion|infusione|\\binf\\b|peritoneal|dialyse'],
  ['injection', 'injekt|inject|iniett|iniezion|fertigspritze|fertigpen|fertspr|fertpen|\\binj\\b'],
  ['oral solid', 'tablet|tabl\\b|kapsel|kaps\\b|caps|drag|comprim|compress|gélule|lactab|filmtabl|globuli'],
  [
    'oral powder',
    'granul|pulver zum einnehmen|pulver zur herstellung einer (suspension|lösung) zum einnehmen|sachet',
  ],
  ['oral liquid', 'sirup|sirop|sciropp|zum einnehmen|buvable|orale|trink|tropfen|gouttes|gocce|saft'],
  [
    'topical',
    'salbe|crème|creme|crema|gel\\b|lotion|emulsion zur anwendung|haut|pommade|pomata|unguent|paste',
  ],
];

/** Parameters for the two lists of sql/reference/portfolio-proposal.sql. */
const galenicParameters = {
  galenicGroups: galenicGroups.map(([group]) => group),
  galenicPatterns: galenicGroups.map(([, pattern]) => pattern),
};

type Parts = MarketParts & { pool: Pool };
type Proposed = Omit<PortfolioProposalRow, 'decision' | 'inPortfolio'>;

/** A proposal and its decision. Each page filters thousands of them and returns fifty. */
type Standing = { row: Proposed; inPortfolio: boolean; decided: PortfolioDecision | undefined };

export const proposalStates = ['open', 'accepted', 'refused', 'inPortfolio'] as const;
export type ProposalState = (typeof proposalStates)[number];

/** The proposed alternatives with decisions; `wanted` narrows them to a page. */
export async function proposePortfolio(
  parts: Parts,
  wanted: { state: ProposalState; text: string; offset: number; limit: number | null },
  signal: AbortSignal,
): Promise<PortfolioProposalPage> {
  const [all, bulk] = await Promise.all([standingProposals(parts, signal), findBulkDecision(parts.pool)]);
  const counts = { open: 0, accepted: 0, refused: 0, inPortfolio: 0 } satisfies Record<ProposalState, number>;
  for (const each of all) counts[stateOf(each)]++;
  const rows = matching(all, wanted);
  const end = wanted.limit === null ? undefined : wanted.offset + wanted.limit;
  return {
    counts,
    total: rows.length,
    bulk: bulkOf(bulk, all),
    rows: rows.slice(wanted.offset, end).map(answerOf),
  };
}

/** All proposals that match a filter. */
export async function matchingProposals(
  parts: Parts,
  wanted: { state: ProposalState; text: string },
  signal: AbortSignal,
): Promise<PortfolioProposalRow[]> {
  return matching(await standingProposals(parts, signal), wanted).map(answerOf);
}

function matching(all: readonly Standing[], wanted: { state: ProposalState; text: string }): Standing[] {
  const words = wordsOf(wanted.text);
  return all.filter((each) => stateOf(each) === wanted.state && words.every((word) => isIn(each.row, word)));
}

/** What undoing the newest bulk decision would affect: proposals not decided again since. */
function bulkOf(bulk: BulkDecision | undefined, all: readonly Standing[]): PortfolioProposalPage['bulk'] {
  if (!bulk) return null;
  const now = new Map(all.map((each) => [pairOf(each.row), decisionOf(each)]));
  const standing = bulk.rows.filter(({ gtin, proposedGtin, after }) => {
    const decision = now.get(`${gtin} ${proposedGtin}`);
    return decision !== undefined && isDeepStrictEqual(decision, after);
  });
  if (standing.length === 0) return null;
  const { decision, decidedAt } = bulk;
  return { decision, standing: standing.length, decidedAt: decidedAt.toISOString() };
}

/**
 * Takes accepted proposals over into the portfolio: a new version of its template file with all rows in force today. A
 * proposal is refused from then on if another product is taken over instead. Returns the number of rows taken over;
 * `reasonOf` gives the reason for that number. Throws AppError 409 where nothing is accepted.
 */
export async function takeOverAccepted(
  parts: Parts,
  by: { id: number; name: string; email: string },
  reasonOf: (count: number) => string,
  signal: AbortSignal,
): Promise<{ versionId: number; added: number; rows: number }> {
  const { proposed, published } = await ofCatalogue(parts, signal);
  return inTransaction(parts.pool, async (client) => {
    await lockTemplateFile(client, 'portfolio');
    // Proposals that are no longer made appear in no list, so nobody can have reviewed them.
    const accepted = (await lockAccepted(client)).filter(({ gtin, proposedGtin }) =>
      proposed.has(pairOf({ gtin, alternativeGtin: proposedGtin })),
    );
    if (accepted.length === 0) throw new AppError(409, 'nothing_accepted');
    await forgetDecisions(client, accepted);
    const current = (await currentSource(client, 'portfolio'))?.rows ?? published.rows;
    const rows = withAccepted(current, accepted);
    await storeDecisions(client, refusedBy(accepted, rows), by.id);
    const versionId = await addTemplateVersion(client, 'portfolio', {
      fileName: 'portfolio.csv',
      content: portfolioCsv(rows),
      rows,
      columns: ['gtin', 'alternativeGtin', 'rank'],
      by,
      reason: reasonOf(accepted.length),
    });
    return { versionId, added: accepted.length, rows: rows.length };
  });
}

/**
 * A portfolio with additional rows: an accepted one takes its rank, and existing ones move down. Ranks of a product count
 * from 1 without gaps.
 */
export function withAccepted(
  portfolio: readonly PortfolioEntry[],
  accepted: readonly Pick<PortfolioDecision, 'gtin' | 'alternativeGtin' | 'rank'>[],
): PortfolioEntry[] {
  const unique = new Map(accepted.map((row) => [pairOf(row), row]));
  const kept = portfolio.filter((row) => !unique.has(pairOf(row)));
  const placed = [
    ...[...unique.values()].map((row) => ({ ...row, place: row.rank - 0.5 })),
    ...kept.map((row) => ({ ...row, place: row.rank })),
  ];
  return [...Map.groupBy(placed, ({ gtin }) => gtin)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([gtin, rows]) =>
      rows
        .sort((a, b) => a.place - b.place || (a.alternativeGtin < b.alternativeGtin ? -1 : 1))
        .map(({ alternativeGtin }, place) => ({ gtin, alternativeGtin, rank: place + 1 })),
    );
}

/** Accepted proposals with another product: the proposed one counts as refused. */
function refusedBy(
  accepted: readonly PortfolioDecision[],
  portfolio: readonly PortfolioEntry[],
): PortfolioDecision[] {
  const there = new Set(portfolio.map(pairOf));
  return accepted.flatMap((row): PortfolioDecision[] => {
    const proposed = pairOf({ gtin: row.gtin, alternativeGtin: row.proposedGtin });
    return there.has(proposed) ? [] : [{ ...row, decision: 'refused' }];
  });
}

/** The portfolio as CSV for its reader. */
export function portfolioCsv(rows: readonly PortfolioEntry[]): string {
  const lines = rows.map(({ gtin, alternativeGtin, rank }) => `${gtin},${alternativeGtin},${rank}`);
  return `${['gtin,alternativeGTIN,rank', ...lines].join('\n')}\n`;
}

async function standingProposals(parts: Parts, signal: AbortSignal): Promise<Standing[]> {
  const [{ proposed, published }, current, decisions] = await Promise.all([
    ofCatalogue(parts, signal),
    currentSource(parts.pool, 'portfolio'),
    listDecisions(parts.pool),
  ]);
  const there = current ? new Set(current.rows.map(pairOf)) : published.pairs;
  const decided = new Map(decisions.map((each) => [`${each.gtin} ${each.proposedGtin}`, each]));
  return Array.from(proposed, ([pair, row]) => ({
    row,
    inPortfolio: there.has(pair),
    decided: decided.get(pair),
  }));
}

function answerOf({ row, inPortfolio, decided }: Standing): PortfolioProposalRow {
  return { ...row, inPortfolio, decision: decisionOf({ decided }) };
}

function decisionOf({ decided }: Pick<Standing, 'decided'>): PortfolioProposalRow['decision'] {
  return decided
    ? { decision: decided.decision, alternativeGtin: decided.alternativeGtin, rank: decided.rank }
    : null;
}

/** The key of a product and its alternative. */
function pairOf({ gtin, alternativeGtin }: { gtin: string; alternativeGtin: string }): string {
  return `${gtin} ${alternativeGtin}`;
}

/** Proposals and published portfolio of a catalogue. */
type OfCatalogue = {
  /** By pair: thousands of keys, built once. */
  proposed: ReadonlyMap<string, Proposed>;
  published: { rows: readonly PortfolioEntry[]; pairs: ReadonlySet<string> };
};

/** Cache for the last catalogue, since an administrator pages and searches through the same rows. */
const newest = new WeakMap<Parts['statistics'], { version: string; read: OfCatalogue }>();

/** The published portfolio is the catalogue's, because it may have been published from a CSV file. */
function ofCatalogue(parts: Parts, signal: AbortSignal): Promise<OfCatalogue> {
  return onCurrentRevisions(parts.currentRevisions, (revisions) => readOf(parts, revisions, signal));
}

async function readOf(
  { statistics }: Parts,
  revisions: Revisions,
  signal: AbortSignal,
): Promise<OfCatalogue> {
  const version = versionOf(revisions);
  const known = newest.get(statistics);
  if (known?.version === version) return known.read;
  const [proposed, published] = await statistics.onMarket(
    revisions,
    undefined,
    async ({ rows }) => [
      (await rows(sqlFile('reference/portfolio-proposal.sql').text, galenicParameters)) as Proposed[],
      (await rows(
        'select gtin, alternative_gtin as "alternativeGtin", rank from alternatives order by gtin, rank',
      )) as PortfolioEntry[],
    ],
    signal,
  );
  const read: OfCatalogue = {
    proposed: new Map(proposed.map((row) => [pairOf(row), row])),
    published: { rows: published, pairs: new Set(published.map(pairOf)) },
  };
  newest.set(statistics, { version, read });
  return read;
}

function stateOf({ decided, inPortfolio }: Standing): ProposalState {
  return decided?.decision ?? (inPortfolio ? 'inPortfolio' : 'open');
}

function isIn(row: Proposed, word: string): boolean {
  const { gtin, description, manufacturer, alternativeGtin, alternativeDescription } = row;
  return [gtin, description, manufacturer, alternativeGtin, alternativeDescription].some((text) =>
    folded(text).includes(word),
  );
}
