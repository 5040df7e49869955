import { type Article, packSizes } from './assortment.ts';
import type { Pack } from './catalogue.ts';
import { chf, groupBy, halfUp, knownChf, percent, scaled, sum } from './exact.ts';
import { originOf } from './filter.ts';
import { byCode, byName, descending, inOrder } from './order.ts';
import { byArticle } from './product.ts';
import { summaryFigures } from './summary.ts';

export type WhatIf = { chosen: readonly string[]; share: string; benchmark: number | null };

/** An article of which something switches. Shares, packs and levels in ten-thousandths, CHF in centimes. */
type Switching = {
  article: Article;
  pack: Pack;
  alternative: Pack;
  share: bigint;
  packs: bigint;
  alternativePacks: bigint;
  generics: bigint;
  originals: bigint;
  away: bigint | null;
  instead: bigint | null;
  left: bigint | null;
  gain: bigint | null;
  step: { place: number; level: bigint; levelOf: bigint } | null;
};

const WHOLE = 10_000n;

/** The share that is chosen for an article, of what names it most narrowly; null where nothing does. */
function chosenShare(article: Article, { chosen, share }: WhatIf): bigint | null {
  const named = chosen.map((entry) => {
    const [, own, kind, name] = /^(?:([\d.]+)@)?([a-z]+):?([\s\S]*)$/.exec(entry)!;
    return { kind, name, share: scaled(own ?? share, 4)! };
  });
  const { pack, alternative, setGtin, setSize } = article;
  const answers: Record<string, (name: string) => boolean> = {
    product: (name) => name === (pack ? pack.gtin : article.gtin || article.pharmacode),
    set: (name) => setSize >= 2 && name === setGtin,
    molecule: (name) => name === pack?.molecule,
    manufacturer: (name) => name === pack?.manufacturer,
    all: () => !alternative?.stockOut?.open,
  };
  for (const [kind, isMeant] of Object.entries(answers)) {
    const shares = named
      .filter((each) => each.kind === kind && isMeant(each.name!))
      .map((each) => each.share);
    if (shares.length > 0) return shares.toSorted(descending)[0]!;
  }
  return null;
}

function switched(article: Article, share: bigint): Switching {
  const pack = article.pack!;
  const alternative = article.alternative!;
  const [size, other] = packSizes(pack, alternative) ?? [1n, 1n];
  const packs = article.quantity * share;
  const alternativePacks = halfUp(packs * size, other);
  const changes = (origin: 'generic' | 'original') =>
    (alternative.origin === origin ? alternativePacks : 0n) - (originOf(article) === origin ? packs : 0n);
  const [own, instead] = [pack.exFactoryPrice, alternative.exFactoryPrice];
  const rest = article.quantity * (WHOLE - share);
  return {
    article,
    pack,
    alternative,
    share,
    packs,
    alternativePacks,
    generics: changes('generic'),
    originals: changes('original'),
    away: own === null ? null : halfUp(packs * own, WHOLE),
    instead: instead === null ? null : halfUp(packs * size * instead, WHOLE * other),
    left: rest === 0n ? 0n : instead === null ? null : halfUp(rest * size * instead, WHOLE * other),
    gain:
      own === null || instead === null ? null : halfUp(packs * (own * other - size * instead), WHOLE * other),
    step: null,
  };
}

function packsOf(assortment: readonly Article[], origin: 'generic' | 'original'): bigint {
  return WHOLE * sum(assortment, (article) => (originOf(article) === origin ? article.quantity : 0n));
}

/** What is chosen, and what else switches for the benchmark. */
function switchingOf(assortment: readonly Article[], asked: WhatIf): Switching[] {
  const replaceable = assortment.filter(({ pack, alternative }) => pack && alternative);
  const named = replaceable.map((article) => ({ article, share: chosenShare(article, asked) }));
  const chosen = named.flatMap(({ article, share }) => (share ? [switched(article, share)] : []));
  if (asked.benchmark === null) return chosen;
  const aim = BigInt(asked.benchmark);
  const adds = ({ generics, originals }: Switching) => (100n - aim) * generics - aim * originals;
  const share = scaled(asked.share, 4)!;
  const helping = named
    .filter((each) => each.share === null && share > 0n && !each.article.alternative!.stockOut?.open)
    .map(({ article }) => switched(article, share))
    .filter((each) => adds(each) > 0n)
    .sort(
      inOrder(
        (a, b) => descending(adds(a), adds(b)),
        (a, b) => descending(a.generics, b.generics),
        (a, b) => descending(a.article.potential, b.article.potential),
        (a, b) => byArticle(a.article, b.article),
      ),
    );
  let generics = packsOf(assortment, 'generic') + sum(chosen, (each) => each.generics);
  let originals = packsOf(assortment, 'original') + sum(chosen, (each) => each.originals);
  const way: Switching[] = [];
  for (const each of helping) {
    if (generics > 0n && (100n - aim) * generics >= aim * originals) break;
    generics += each.generics;
    originals += each.originals;
    way.push({ ...each, step: { place: way.length + 1, level: generics, levelOf: generics + originals } });
  }
  return [...chosen, ...way];
}

/** Every figure before and after, and the difference. */
export function whatIfFigures(assortment: readonly Article[], asked: WhatIf): Record<string, unknown> {
  const moves = switchingOf(assortment, asked);
  const before = summaryFigures(assortment) as Record<string, number>;
  const turnover = (origin: string | null, provider = false) => {
    const counts = (pack: Pack | null, own: string) =>
      provider ? Boolean(pack?.provider) : origin === null || own === origin;
    const bought = sum(assortment, (article) =>
      counts(article.pack, originOf(article)) ? article.exFactorySum : 0n,
    );
    const away = sum(moves, (move) => (counts(move.pack, originOf(move.article)) ? move.away : 0n));
    const instead = sum(moves, (move) =>
      counts(move.alternative, move.alternative.origin) ? move.instead : 0n,
    );
    return { bought, after: bought - away + instead };
  };
  const [all, originals, generics] = [turnover(null), turnover('original'), turnover('generic')];
  const others = {
    bought: all.bought - originals.bought - generics.bought,
    after: all.after - originals.after - generics.after,
  };
  const potential = sum(assortment, (article) => article.potential);
  const left = potential - sum(moves, ({ article }) => article.potential) + sum(moves, (move) => move.left);
  const packsBefore = { generic: packsOf(assortment, 'generic'), original: packsOf(assortment, 'original') };
  const packs = {
    generic: packsBefore.generic + sum(moves, (move) => move.generics),
    original: packsBefore.original + sum(moves, (move) => move.originals),
  };
  const gone = new Set(moves.filter(({ share }) => share === WHOLE).map(({ article }) => article));
  const stays = assortment.filter((article) => !gone.has(article));
  const kept = new Set(stays.map(({ pack }) => pack?.gtin));
  const arrives = [
    ...new Map(moves.map(({ alternative }) => [alternative.gtin, alternative])).values(),
  ].filter(({ gtin }) => !kept.has(gtin));
  const makers = new Set(
    [
      ...stays.map(({ pack }) => pack?.manufacturer),
      ...arrives.map(({ manufacturer }) => manufacturer),
    ].filter(Boolean),
  );
  const inSets = groupBy([...stays.map(({ setGtin }) => setGtin), ...arrives.map(setOf)], (gtin) => gtin);
  const amounts = Object.entries({
    turnoverTotal: all,
    turnoverOriginal: originals,
    turnoverGenericum: generics,
    turnoverOthers: others,
    turnoverProvider: turnover(null, true),
    potentialTotal: { bought: potential, after: left },
  }).map(([name, { bought: was, after }]) => [name, chf(was), chf(after), chf(after - was)] as const);
  const numbers = (
    [
      ['genericQuota', before.genericQuota, percent(generics.after, all.after)],
      [
        'genericPenetration',
        before.genericPenetration,
        percent(packs.generic, packs.generic + packs.original),
      ],
      ['totalManufacturer', before.totalManufacturer, makers.size],
      [
        'duplicateProducts',
        before.duplicateProducts2! + before.duplicateProducts3! + before.duplicateProducts4!,
        [...inSets.values()].filter(({ length }) => length >= 2).length,
      ],
    ] as const
  ).map(
    ([name, was, after]) =>
      [name, was!, after, was === null || after === null ? null : after - was!] as const,
  );
  const exact = ({ generic, original }: typeof packs) =>
    generic + original === 0n ? null : Number(`${halfUp(1_000_000n * generic, generic + original)}e-4`);
  const aim = BigInt(asked.benchmark ?? 0);
  return {
    ...Object.fromEntries(
      [...amounts, ...numbers].flatMap(([name, was, after, change]) => [
        [name, was],
        [`${name}After`, after],
        [`${name}Change`, change],
      ]),
    ),
    genericPenetrationExact: exact(packsBefore),
    genericPenetrationExactAfter: exact(packs),
    benchmarkReached:
      asked.benchmark === null
        ? null
        : packs.generic > 0n && (100n - aim) * packs.generic >= aim * packs.original,
    toBenchmark: moves.filter(({ step }) => step).length,
    switchingArticles: moves.length,
    switchingPacks: tenThousandths(sum(moves, (move) => move.packs)),
    customersGain: chf(sum(moves, ({ gain }) => gain)),
    gainsUnknown: moves.filter(({ gain }) => gain === null).length,
  };
}

/** The interchangeable set that a product belongs to. */
function setOf({ gtin, provider, alternatives }: Pack): string | null {
  return alternatives[0]?.gtin ?? (provider ? gtin : null);
}

function tenThousandths(value: bigint): number {
  return Number(`${value}e-4`);
}

/** One row per article that switches: the steps of the way, then by potential. */
export function switchingRows(assortment: readonly Article[], asked: WhatIf): Record<string, unknown>[] {
  const moves = switchingOf(assortment, asked);
  const inAll = new Map(
    [...groupBy(moves, ({ alternative }) => alternative.gtin)].map(([gtin, ofOne]) => {
      const fractions = ofOne.map(({ pack, alternative, packs }) => ({
        packs,
        sizes: packSizes(pack, alternative),
      }));
      const comparable = fractions.filter(({ sizes }) => sizes);
      const others = fractions.filter(({ sizes }) => !sizes);
      const own = comparable[0]?.sizes?.[1] ?? 1n;
      return [
        gtin,
        halfUp(
          sum(comparable, ({ packs, sizes }) => packs * sizes![0]),
          own,
        ) + sum(others, ({ packs }) => packs),
      ];
    }),
  );
  return moves
    .sort(
      inOrder(
        (a, b) =>
          (a.step?.place ?? Number.POSITIVE_INFINITY) - (b.step?.place ?? Number.POSITIVE_INFINITY) || 0,
        (a, b) => descending(a.instead, b.instead),
        (a, b) => byName(a.article.name, b.article.name),
        (a, b) => byCode(a.article.gtin, b.article.gtin),
      ),
    )
    .map((move) => ({
      article: move.pack.gtin,
      productName: move.article.name,
      manufacturer: move.pack.manufacturer,
      alternativeGTIN: move.alternative.gtin,
      alternativeProductName: move.alternative.description,
      alternativeDeliverable: !move.alternative.stockOut?.open,
      origin: originOf(move.article),
      alternativeOrigin: move.alternative.origin,
      share: tenThousandths(move.share),
      packs1: tenThousandths(move.packs),
      packs2: tenThousandths(move.alternativePacks),
      packs2InAll: tenThousandths(inAll.get(move.alternative.gtin)!),
      turnoverReplaced: knownChf(move.away),
      turnoverPotential: knownChf(move.instead),
      customersGain: knownChf(move.gain),
      step: move.step?.place ?? null,
      penetrationAfterStep:
        move.step && move.step.levelOf !== 0n
          ? tenThousandths(halfUp(1_000_000n * move.step.level, move.step.levelOf))
          : null,
    }));
}
