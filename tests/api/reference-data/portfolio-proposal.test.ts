import { afterAll, beforeAll, expect, test } from 'vitest';
import { withAccepted } from '#server/reference-data/portfolio/portfolio-proposal.ts';
import { currentSource } from '#server/reference-data/template-files/template-source-queries.ts';
import type { PortfolioProposalPage } from '#shared/schemas/portfolio-proposal.ts';
import { whileFocusGroupsChange } from '#tests/support/changing-focus-groups.ts';
import { addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { long } from '#tests/support/rounds.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { smallCatalogue } from '#tests/support/small-catalogue.ts';
import { gtin } from '#tests/support/world.ts';

const path = '/api/merged-products/portfolio-proposal';
const number = (each: number) => gtin(`7680300000${String(each).padStart(2, '0')}`);
let server: TestServer;
let token: string;

/** Name, maker, ATC, pack, unit, form, strength, price; the first is looked at, the others are what could be offered. */
const wanted = ['Tablets 30', 'Original AG', 'C09AA05', '30', 'Tablette(n)', 'Filmtabletten', '500 mg', '20'];
const packs: [name: string, ...rest: string[]][] = [
  wanted as [string, ...string[]],
  ['Same, 28', 'Provider AG', 'C09AA05', '28', 'Tablette(n)', 'Tabletten', '0,5 g', '12'],
  ['Same, 32, cheaper', 'Provider AG', 'C09AA05', '32', 'Tablette(n)', 'comprimés pelliculés', '500 mg', '9'],
  ['Same, 30', 'Provider AG', 'C09AA05', '30', 'Tablette(n)', 'Kapseln', '500mg', '19'],
  ['Edge below, 22.5', 'Provider AG', 'C09AA05', '22.5', 'Tablette(n)', 'Tabl', '500 mg', '5'],
  ['Too small, 22', 'Provider AG', 'C09AA05', '22', 'Tablette(n)', 'Tabletten', '500 mg', '5'],
  ['Too large, 38', 'Provider AG', 'C09AA05', '38', 'Tablette(n)', 'Tabletten', '500 mg', '5'],
  ['Other strength', 'Provider AG', 'C09AA05', '30', 'Tablette(n)', 'Tabletten', '250 mg', '5'],
  ['Other ATC', 'Provider AG', 'C09AA06', '30', 'Tablette(n)', 'Tabletten', '500 mg', '5'],
  ['Slow release', 'Provider AG', 'C09AA05', '30', 'Tablette(n)', 'Retardtabletten', '500 mg', '5'],
  ['Other unit', 'Provider AG', 'C09AA05', '30', 'ml', 'Tabletten', '500 mg', '5'],
  ['Nobody’s', 'Generic AG', 'C09AA05', '30', 'Tablette(n)', 'Tabletten', '500 mg', '5'],
];

beforeAll(async () => {
  server = await startTestServer();
  await publishReferenceData(server.pool, { ...smallCatalogue, catalogue: catalogueOf(packs) });
  await addUser(server.pool, { email: 'admin@portal.example', name: 'Ada', role: 'Admin' });
  token = await signIn(server.url, 'admin@portal.example');
});
afterAll(() => server.close());

function catalogueOf(products: typeof packs) {
  const [heading] = smallCatalogue.catalogue.products.split('\n');
  const rows = products.map(
    ([name, maker, atc, size, unit, form, strength, price], place) =>
      `${number(place)},,"${name}",${maker},${atc},ramiprilum,${size},${unit},${form},"${strength}",generic,1,0,0,0,${price},,,`,
  );
  return {
    ...smallCatalogue.catalogue,
    products: [heading, ...rows, ''].join('\n'),
    portfolio: `gtin,alternativeGTIN,rank\n${number(0)},${number(1)},1\n`,
    exclusive: `gtin\n${number(1)}\n`,
  };
}

async function call(method: string, route: string, body?: unknown) {
  const response = await fetch(`${server.url}${path}${route}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, text, json: () => JSON.parse(text) as never };
}

async function proposed(state: string): Promise<PortfolioProposalPage> {
  return (await call('GET', `?state=${state}`)).json();
}

const named = ({ rows }: PortfolioProposalPage, product = number(0)) =>
  rows.filter((row) => row.gtin === product).map((row) => [row.alternativeDescription, row.rank]);

test('the nearest pack of the same substances, strength and group of forms is proposed, then the cheaper', async () => {
  const open = await proposed('open');
  // 28 and 32 are as near as each other: the cheaper comes first. 28 is in the portfolio already.
  expect(named(open)).toEqual([
    ['Same, 30', 1],
    ['Same, 32, cheaper', 2],
    ['Edge below, 22.5', 4],
  ]);
  expect(named(await proposed('inPortfolio'))).toEqual([['Same, 28', 3]]);
  // The other maker's pack of 30 has the same ones.
  expect(named(open, number(11))).toEqual([
    ['Same, 30', 1],
    ['Same, 32, cheaper', 2],
    ['Same, 28', 3],
    ['Edge below, 22.5', 4],
  ]);
  const searched: PortfolioProposalPage = (await call('GET', '?state=open&text=ch%C3%A9aper')).json();
  expect(named(searched)).toEqual([['Same, 32, cheaper', 2]]);
});

test('all that a filter leaves are decided at once, counted, and undone as far as nothing was decided since', async () => {
  const all = (body: object) => call('POST', '/decisions/matching', body);
  const counts = async () => (await proposed('open')).counts;
  const before = await proposed('open');
  expect([before.counts.open, before.bulk]).toEqual([7, null]);
  // Another product of the provider than the proposed one, which has to come back as it was.
  const changed = { gtin: number(0), proposedGtin: number(4), alternativeGtin: number(2), rank: 5 };
  await call('POST', '/decisions', { decisions: [{ ...changed, decision: 'accepted' }] });

  // Cheaper is in the names of two that are open: of the original's, and of the other maker's.
  expect((await all({ state: 'open', text: 'cheaper', decision: 'refused', seen: 3 })).json()).toMatchObject({
    code: 'proposals_changed',
    message: 'Inzwischen sind es andere Vorschläge. Bitte sehen Sie sich die Liste nochmals an.',
  });
  expect((await all({ state: 'open', text: 'nothing', decision: 'refused' })).status).toBe(409);
  expect((await all({ state: 'open', decision: 'open' })).status).toBe(400);
  expect((await all({ state: 'inPortfolio', decision: 'refused' })).status).toBe(400);
  expect(await counts()).toMatchObject({ open: 6, accepted: 1, refused: 0 });
  const refused = await all({ state: 'open', text: 'cheaper', decision: 'refused', seen: 2 });
  expect(refused.json()).toEqual({ decided: 2 });
  expect(await counts()).toMatchObject({ open: 4, accepted: 1, refused: 2 });

  // Everything that is open, of which the newest can be undone; it is as it was proposed.
  expect((await all({ state: 'open', decision: 'accepted' })).json()).toEqual({ decided: 4 });
  expect(await counts()).toMatchObject({ open: 0, accepted: 5, refused: 2 });
  expect((await call('GET', '/csv?state=accepted')).text.split('\n')).toContain(
    `${number(11)},${number(3)},1`,
  );
  expect((await all({ state: 'accepted', decision: 'refused' })).json()).toEqual({ decided: 5 });
  expect((await proposed('open')).bulk).toMatchObject({ decision: 'refused', standing: 5 });
  // One of them is decided otherwise meanwhile.
  const other = { gtin: number(0), proposedGtin: number(3), alternativeGtin: number(3), rank: 1 };
  await call('POST', '/decisions', { decisions: [{ ...other, decision: 'open' }] });
  expect((await proposed('open')).bulk).toMatchObject({ standing: 4 });
  expect((await call('POST', '/decisions/undo')).json()).toEqual({ undone: 4, left: 1 });
  expect(await proposed('accepted')).toMatchObject({
    counts: { open: 1, accepted: 4, refused: 2 },
    bulk: null,
    rows: expect.arrayContaining([
      expect.objectContaining({
        gtin: number(0),
        alternativeGtin: number(4),
        decision: { decision: 'accepted', alternativeGtin: number(2), rank: 5 },
      }),
    ]),
  });
  expect((await call('POST', '/decisions/undo')).json()).toMatchObject({ code: 'nothing_to_undo' });

  const { rows } = await server.pool.query(
    `select action, user_name as by, subject_name as filter, after from audit_entries
     where subject_key = 'all' order by id`,
  );
  const by = 'Ada <admin@portal.example>';
  expect(rows).toEqual([
    { action: 'portfolio.all-refused', by, filter: 'cheaper', after: { rows: 2 } },
    { action: 'portfolio.all-accepted', by, filter: '*', after: { rows: 4 } },
    { action: 'portfolio.all-refused', by, filter: '*', after: { rows: 5 } },
    { action: 'portfolio.all-undone', by, filter: '*', after: { rows: 4 } },
  ]);
  await server.pool.query('delete from portfolio_decisions');
});

test('rows are accepted as they are or changed, refused and reopened; only then they are taken over', async () => {
  const decide = (decision: string, place: number, alternative = place, rank = 1, product = 0) =>
    call('POST', '/decisions', {
      decisions: [
        {
          gtin: number(product),
          proposedGtin: number(place),
          decision,
          alternativeGtin: number(alternative),
          rank,
        },
      ],
    });
  expect((await call('POST', '/take-over')).status).toBe(409);
  const { rows: entries } = await server.pool.query('select coalesce(max(id), 0) as last from audit_entries');
  const written = entries[0].last;
  expect((await decide('accepted', 3)).status).toBe(200);
  expect((await decide('refused', 2)).status).toBe(200);
  expect((await decide('refused', 4)).status).toBe(200);
  expect((await decide('open', 4)).status).toBe(200);
  // Another product of the provider than the proposed one, behind.
  expect((await decide('accepted', 3, 2, 1, 11)).status).toBe(200);
  // Nobody else's product is offered.
  expect((await decide('accepted', 4, 11)).json()).toMatchObject({ code: 'alternative_not_offered' });
  const { counts } = await proposed('open');
  expect(counts).toEqual({ open: 4, accepted: 2, refused: 1, inPortfolio: 1 });
  expect(await currentSource(server.pool, 'portfolio')).toBeUndefined();
  expect((await call('GET', '/csv?state=accepted')).text).toBe(
    `gtin,alternativeGTIN,rank\n${number(11)},${number(2)},1\n${number(0)},${number(3)},1\n`,
  );

  const nameAt = (place: number) => `${number(place)} ${packs[place]![0]}`;
  const decided = await server.pool.query(
    `select action, user_name as by, subject_key as gtin, before, after from audit_entries
     where subject = 'portfolio' and id > $1 order by id`,
    [written],
  );
  const by = 'Ada <admin@portal.example>';
  const entry = (
    deed: string,
    proposed: number,
    gtin: string,
    taken?: { alternativeGtin: string; rank: number },
  ) => ({
    action: `portfolio.${deed}`,
    by,
    gtin,
    before: {},
    after: { proposedGtin: nameAt(proposed), ...taken },
  });
  expect(decided.rows).toEqual([
    entry('accepted', 3, number(0), { alternativeGtin: nameAt(3), rank: 1 }),
    entry('refused', 2, number(0)),
    entry('refused', 4, number(0)),
    entry('reopened', 4, number(0)),
    entry('accepted', 3, number(11), { alternativeGtin: nameAt(2), rank: 1 }),
  ]);

  const taken = await call('POST', '/take-over');
  expect(taken.json()).toMatchObject({ added: 2, rows: 3 });
  expect((await currentSource(server.pool, 'portfolio'))?.rows).toEqual([
    { gtin: number(0), alternativeGtin: number(3), rank: 1 },
    { gtin: number(0), alternativeGtin: number(1), rank: 2 },
    { gtin: number(11), alternativeGtin: number(2), rank: 1 },
  ]);
  // Of whom another product was taken over, what was proposed is not asked for again.
  const refused = await proposed('refused');
  expect(refused.counts).toEqual({ open: 3, accepted: 0, refused: 2, inPortfolio: 3 });
  expect(refused.rows.find(({ gtin: of }) => of === number(11))).toMatchObject({
    alternativeGtin: number(3),
    decision: { decision: 'refused', alternativeGtin: number(2), rank: 1 },
  });
  const { rows } = await server.pool.query(
    `select subject_key, user_name, reason from audit_entries where action = 'template-file.replaced'`,
  );
  expect(rows).toEqual([
    { subject_key: 'portfolio', user_name: by, reason: '2 nach Regel vorgeschlagene Zeilen angenommen' },
  ]);
  expect((await call('POST', '/take-over')).status).toBe(409);
});

test('an accepted row takes its rank and those that were there move behind it', () => {
  const row = (alternativeGtin: string, rank: number) => ({ gtin: 'p', alternativeGtin, rank });
  const ranks = (accepted: ReturnType<typeof row>[]) =>
    withAccepted([row('a', 1), row('b', 2)], accepted)
      .map((each) => each.alternativeGtin)
      .join('');
  expect(ranks([row('c', 1)])).toBe('cab');
  expect(ranks([row('c', 2)])).toBe('acb');
  expect(ranks([row('c', 9)])).toBe('abc');
  // What is there already moves to the rank that was accepted.
  expect(ranks([row('b', 1)])).toBe('ba');
  expect(ranks([row('c', 1), row('d', 1)])).toBe('cdab');
});

test('another catalogue is proposed from as soon as it is published', async () => {
  const larger = packs.map((pack) => (pack[0] === 'Same, 30' ? pack.with(3, '33') : pack)) as typeof packs;
  await publishReferenceData(server.pool, { catalogue: catalogueOf(larger) });
  // 32 and 28 are nearer to 30 than 33 is now; what was taken over stays in the portfolio.
  await expect
    .poll(async () => named(await proposed('inPortfolio')))
    .toEqual([
      ['Same, 28', 2],
      ['Same, 30', 3],
    ]);
});

test('what was accepted is taken over as long as it is proposed, as its count says', async () => {
  const accept = (place: number) =>
    call('POST', '/decisions', {
      decisions: [
        {
          gtin: number(11),
          proposedGtin: number(place),
          decision: 'accepted',
          alternativeGtin: number(place),
          rank: 1,
        },
      ],
    });
  await accept(1);
  await accept(4);
  expect((await proposed('accepted')).counts.accepted).toBe(2);
  const stronger = packs.map((pack) => (pack[0] === 'Same, 28' ? pack.with(6, '1 g') : pack)) as typeof packs;
  await publishReferenceData(server.pool, { catalogue: catalogueOf(stronger) });
  await expect.poll(async () => (await proposed('accepted')).counts.accepted).toBe(1);
  expect((await call('POST', '/take-over')).json()).toMatchObject({ added: 1 });
  const { rows } = (await currentSource(server.pool, 'portfolio'))!;
  expect(rows.filter((row) => row.gtin === number(11)).map((row) => row.alternativeGtin)).toEqual([
    number(4),
    number(2),
  ]);
  expect((await call('POST', '/take-over')).status).toBe(409);
  // It is accepted still once it is proposed again.
  await publishReferenceData(server.pool, { catalogue: catalogueOf(packs) });
  await expect.poll(async () => (await proposed('accepted')).counts.accepted).toBe(1);
});

if (long)
  test('proposals are listed and decided while focus groups are being changed', async () => {
    const decision = { gtin: number(0), proposedGtin: number(4), alternativeGtin: number(4), rank: 1 };
    await whileFocusGroupsChange(server.pool, async () => {
      for (let round = 0; round < 20; round++) {
        expect((await call('GET', '?state=open')).status).toBe(200);
        for (const decided of ['refused', 'open'])
          expect(
            (await call('POST', '/decisions', { decisions: [{ ...decision, decision: decided }] })).status,
          ).toBeLessThan(300);
      }
    });
  }, 60_000);
