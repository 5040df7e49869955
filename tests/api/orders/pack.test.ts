import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { todayInZurich } from '#analytics/context.ts';
import { swissDate } from '#server/platform/i18n/swiss.ts';
import { usualDeliveryDay } from '#shared/delivery-day.ts';
import { usualPack } from '#shared/pack.ts';
import type { ComparedFigure } from '#shared/schemas/comparison.ts';
import { comparedBlocks } from '#shared/summary-figures.ts';
import { pdfPages } from '#tests/support/pdf-pages.ts';
import { addCustomer, addUser, publishReferenceData, signIn } from '#tests/support/portal.ts';
import { generic, original, provider, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { openSmallPortal, type SmallPortal } from '#tests/support/small-portal.ts';
import { gtin } from '#tests/support/world.ts';

const LOW_DPI = 20;
/** The smallest PNG: one dark dot. */
const DOT =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let portal: SmallPortal;
let link: string;
let earlier: string;
let scenario: number;

beforeAll(async () => {
  portal = await openSmallPortal();
  earlier = await portal.upload(
    [
      [original, 5],
      [generic, 1],
    ],
    { timeYearFrom: '2024', timeYearTo: '2024' },
  );
  link = await portal.upload([
    [original, 3],
    [generic, 6],
    [generic, -2],
    [provider, 2],
  ]);
  const kept = await send('POST', `what-if/from-statistic/${link}`, { name: 'Alles', chosen: ['all'] });
  scenario = ((await kept.json()) as [{ id: number }])[0].id;
  const { cartKey } = (await (await send('POST', `cart/from-statistic/${link}`, {})).json()) as {
    cartKey: string;
  };
  await send('POST', `cart/from-statistic/${link}/${cartKey}/bulk-update`, {});
}, 60_000);
afterAll(() => portal.server.close());

function send(method: string, path: string, body?: object, token = portal.token) {
  return fetch(`${portal.server.url}/api/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'accept-language': 'de',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}
const view = async <Row>(path: string): Promise<Row> =>
  (await (await send('GET', `statistics/${link}/${path}`)).json()) as Row;
const all = usualPack.parts.map((part) => `parts=${part}`).join('&');

/** Its pages as lines of texts from left to right. */
async function pack(query: string, id = link) {
  const answer = await send('GET', `statistics/${id}/pack?${query}`);
  expect(answer.status, await (answer.ok ? '' : answer.text())).toBe(200);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  const { pages } = await pdfPages(bytes, LOW_DPI);
  const lines = pages.map(({ texts }) => {
    const byTop = Map.groupBy(texts, ({ top }) => Math.round(top));
    return [...byTop.values()].map((line) =>
      line.toSorted((a, b) => a.left - b.left).map(({ text }) => text),
    );
  });
  return { answer, bytes, pages, lines, all: lines.flat() };
}

const amounts = new Intl.NumberFormat('de-CH', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const sign = (value: number) => (value > 0 ? '+' : value < 0 ? '−' : '');

test('the key figures are those of the comparison, to the centime', async () => {
  const { lines } = await pack(`parts=figures&with=${earlier}`);
  const { rows } = await view<{ rows: ComparedFigure[] }>(`compare?view=summary&with=${earlier}`);
  const written = (value: number | null, figure: string) =>
    value === null
      ? '–'
      : /^(turnover|potential)/.test(figure)
        ? amounts.format(value)
        : `${value}${/^generic(Quota|Penetration)/.test(figure) ? '%' : ''}`;
  const expected = (figure: string) => {
    const { value, other, change, changePercent } = rows.find((each) => each.figure === figure)!;
    const isPercent = changePercent === null && value !== null && other !== null && /^generic/.test(figure);
    return [
      written(value, figure),
      written(other, figure),
      isPercent
        ? `${sign(change!)}${Math.abs(change!)} Pp.`
        : sign(change!) + written(Math.abs(change!), figure),
      changePercent === null ? '–' : `${sign(changePercent)}${Math.abs(changePercent).toFixed(1)}%`,
    ];
  };
  // In the order of the page.
  const figures = comparedBlocks.flatMap((block) => block.figures.map(([name]) => name));
  const found = lines.flat().filter(({ length }) => length === 5);
  expect(found.map(([, ...cells]) => cells)).toEqual([
    ['01.2025 – 12.2025', '01.2024 – 12.2024', 'Veränderung', 'Veränderung in %'],
    ...figures.map(expected),
  ]);
  // 3 × 20 + 4 × 12 + 2 × 10; before 5 × 20 + 12.
  expect(found[1]).toEqual(['Umsatz total', '128.00', '112.00', '+16.00', '+14.3%']);
  // Penetration 6 of 9, before 1 of 6; gain 3 × 10 + 4 × 2.
  for (const tile of ['67%', '38.00']) expect(lines.flat(2)).toContain(tile);
});

test('offers, duplicates, what is missing, scenario and order say what their pages say', async () => {
  const { all: lines } = await pack(`${all}&scenario=${scenario}`);
  const names = {
    original: 'Original 10 mg 30 Tabl',
    generic: 'Generic 10 mg 30 Tabl',
    ours: 'Provider 10 mg 30 Tabl',
  };
  for (const line of [
    [names.generic, '4', names.ours, '40.00', '8.00'],
    [names.original, '3', names.ours, '30.00', '30.00'],
    ['Alle 2 Artikel zusammen', '7', '70.00', '38.00'],
    [names.ours, '2', '10.00'],
    [names.generic, '4', '12.00', '40.00'],
    [names.original, '3', '20.00', '30.00'],
    ['1 Gruppe', '70.00'],
    ['Ihr Gewinn: CHF 38.00. 2 Artikel wechseln.'],
    // 128 − 60 − 48 + 70 of ours.
    ['Umsatz total CHF', '128.00', '90.00', '−38.00'],
    ['Generikapenetration', '67%', '100%', '+33 Pp.'],
    ['0000003', provider, names.ours, '7', '10.00', '70.00'],
    ['1 Position', '7', '70.00'],
  ])
    expect(lines.map((each) => each.join(' | '))).toContain(line.join(' | '));
  const missing = lines.find(([name, , since]) => name === names.original && since?.startsWith('seit'))!;
  expect(missing.join(' | ')).toMatch(
    /^Original 10 mg 30 Tabl \| 3 \| seit .*\| Provider 10 mg 30 Tabl \| 30\.00$/,
  );
  const after = await view<Record<string, number>>('what_if?chosen=all');
  expect(lines).toContainEqual([
    'Verbleibendes Potenzial CHF',
    ...['potentialTotal', 'potentialTotalAfter'].map((name) => amounts.format(after[name]!)),
    `−${amounts.format(-after.potentialTotalChange!)}`,
  ]);
});

test('charts have the figures of the overview', async () => {
  const { all: lines, bytes } = await pack('parts=charts');
  // Drawn as vectors.
  expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/\/Subtype\s*\/Image/);
  const [{ efPreisSum }] = await view<[{ efPreisSum: number }]>('atc?sortBy=efPreisSum');
  expect(lines).toContainEqual(
    expect.arrayContaining(['Kardiovaskuläres System', '100%', amounts.format(efPreisSum)]),
  );
  for (const [maker, figure] of [
    ['Original AG', '60.00'],
    ['Generic AG', '48.00'],
    ['Provider AG', '20.00'],
  ])
    expect(lines).toContainEqual([maker, figure]);
  expect(lines).toContainEqual(['ramiprilum', '70.00']);
});

test('parts stand in the order asked for, and the cover says on which page', async () => {
  const { lines, answer } = await pack('parts=glossary&parts=offers&parts=cover&parts=handout&parts=charts');
  expect(
    lines.map((page) => page.flat().find((text) => /^(Glossar|Inhalt|Angebote|Das Sort)/.test(text))),
  ).toEqual(['Glossar', 'Inhalt', 'Angebote für Pharmacy', 'Das Sortiment im Bild']);
  const cover = lines[1]!;
  for (const line of [
    ['Glossar', '1'],
    ['Angebote für Pharmacy', '3'],
    ['Das Sortiment im Bild', '4'],
  ])
    expect(cover).toContainEqual(expect.arrayContaining(line));
  expect(cover.flat()).toEqual(
    expect.arrayContaining(['Sortimentsanalyse', 'Pharmacy', 'rep@portal.example']),
  );
  expect(answer.headers.get('content-disposition')).toBe(
    'attachment; filename="Besuchsmappe Pharmacy 2025.pdf"',
  );
});

test('the handout is the pack of that one page', async () => {
  const { lines } = await pack('parts=handout');
  const answer = await send('GET', `statistics/${link}/handout`);
  const { pages } = await pdfPages(new Uint8Array(await answer.arrayBuffer()), LOW_DPI);
  expect(pages[0]!.texts.map(({ text }) => text).toSorted()).toEqual(lines.flat(2).toSorted());
});

test('it is in the customer’s language, or in the one that is chosen', async () => {
  await portal.server.pool.query("update customers set language = 'fr' where external_id = '4711'");
  expect((await pack('parts=figures')).all).toContainEqual(['Chiffres clés']);
  expect((await pack('parts=figures&language=it')).all).toContainEqual(['Cifre chiave']);
  await portal.server.pool.query("update customers set language = null where external_id = '4711'");
});

test('who looks after the customer stands on the cover, for who may not see the statistic whoever makes the pack', async () => {
  const { pool } = portal.server;
  await pool.query("update users set name = 'Ada Müller' where email = 'rep@portal.example'");
  await pool.query("update statistics set sales_representative = 'Ada Müller'");
  await addUser(pool, { email: 'boss@portal.example', name: 'Rolf', fullDataAccess: true });
  await addUser(pool, { email: 'stranger@portal.example', name: 'Unbekannt' });
  const coverFor = async (email: string) => {
    const token = await signIn(portal.server.url, email);
    const answer = await send('GET', `statistics/${link}/pack?parts=cover`, undefined, token);
    const { pages } = await pdfPages(new Uint8Array(await answer.arrayBuffer()), LOW_DPI);
    return pages[0]!.texts.map(({ text }) => text);
  };
  expect(await coverFor('boss@portal.example')).toEqual(
    expect.arrayContaining(['Ada Müller', 'rep@portal.example']),
  );
  const strangers = await coverFor('stranger@portal.example');
  expect(strangers).toEqual(expect.arrayContaining(['Unbekannt', 'stranger@portal.example']));
  expect(strangers).not.toContain('Ada Müller');
});

test('the picture above the dashboard is on the cover; one that can’t be drawn is left out', async () => {
  const { pool } = portal.server;
  const dark = async (content: Buffer) => {
    await pool.query(
      `with image as (insert into template_images (name, content_type, content) values ($1, 'image/png', $2) returning id)
       update statistics set header_image_id = (select id from image) where direct_link_id = $3`,
      [`Picture ${randomUUID()}`, content, link],
    );
    const { pages } = await pack('parts=cover');
    const { data, width } = pages[0]!.dots;
    return data[(Math.round((40 / 25.4) * LOW_DPI) * width + Math.round((20 / 25.4) * LOW_DPI)) * 4]!;
  };
  const dot = Buffer.from(DOT, 'base64');
  expect(await dark(dot)).toBeLessThan(255);
  await dark(Buffer.from('no picture'));
  await dark(dot.subarray(0, 40));
  // Its header says the size and transparency; what follows is none of it.
  await dark(Buffer.concat([dot.subarray(0, 41), Buffer.alloc(13, 7), dot.subarray(54)]));
  await pool.query('update statistics set header_image_id = null');
});

test('a statistic of nothing, and one that nothing is known of, have a pack too', async () => {
  for (const rows of [
    [
      [original, 2],
      [original, -2],
    ],
    [[gtin('768099999999'), 4]],
  ] as [string, number][][]) {
    const id = await portal.upload(rows);
    const { all: lines } = await pack(all, id);
    for (const said of ['Keine Angaben vorhanden.', 'Noch ist nichts ausgewählt.'])
      expect(lines.flat()).toContain(said);
  }
});

test('a cart that its owner made visible is printed for whoever may look at it, and no other', async () => {
  const id = await portal.upload([[original, 3]]);
  const base = `cart/from-statistic/${id}`;
  const { cartKey } = (await (await send('POST', base, {})).json()) as { cartKey: string };
  await send('POST', `${base}/${cartKey}/bulk-update`, {});
  await addUser(portal.server.pool, { email: 'holder@portal.example' });
  const token = await signIn(portal.server.url, 'holder@portal.example');
  const asked = `statistics/${id}/pack?parts=order&cart=${cartKey}`;
  expect((await send('GET', asked, undefined, token)).status).toBe(404);
  await portal.server.pool.query('update carts set visible = true where cart_key = $1', [cartKey]);
  const answer = await send('GET', asked, undefined, token);
  const { pages } = await pdfPages(new Uint8Array(await answer.arrayBuffer()), LOW_DPI);
  expect(pages[0]!.texts.map(({ text }) => text)).toContain('Provider 10 mg 30 Tabl');
});

test('names of any script are printed, and what the typeface lacks leaves a sign', async () => {
  const name = 'Ωμέγα Аптека 中文 <b>&amp;';
  await addCustomer(portal.server.pool, '4712', name);
  const id = await portal.upload([[original, 1]], {
    customer: '4712',
    customerExternalId: '4712',
    customerName: name,
  });
  const { all: lines } = await pack(all, id);
  expect(lines).toContainEqual(['Ωμέγα Аптека \ufffd\ufffd <b>&amp;']);
});

test('parts that there are not, twice or none, other rows and what is not of this statistic are refused', async () => {
  const other = await portal.upload([[original, 1]]);
  const statusOf = async (query: string, id = link) =>
    (await send('GET', `statistics/${id}/pack?${query}`)).status;
  for (const query of [
    '',
    'parts=',
    'parts=prices',
    'parts=cover&parts=cover',
    'parts=cover&rows=15000',
    'parts=scenario',
  ])
    expect(await statusOf(query), query).toBe(400);
  expect(await statusOf('parts=cover&scenario=x')).toBe(400);
  expect(await statusOf(`parts=scenario&scenario=${scenario}`)).toBe(200);
  expect(await statusOf(`parts=scenario&scenario=${scenario}`, other)).toBe(404);
  expect(await statusOf('parts=figures&with=nobodys')).toBe(404);
  expect((await fetch(`${portal.server.url}/api/statistics/${link}/pack?parts=cover`)).status).toBe(401);
});

test('a user’s parts, their order and rows are kept for the next visit, and nobody else’s', async () => {
  const kept = async (token?: string) => (await send('GET', 'users/current/pack', undefined, token)).json();
  expect(await kept()).toEqual(usualPack);
  const template = { parts: ['offers', 'cover'], rows: 100 };
  expect((await send('PUT', 'users/current/pack', template)).status).toBe(204);
  expect(await kept()).toEqual(template);
  await addUser(portal.server.pool, { email: 'other@portal.example' });
  expect(await kept(await signIn(portal.server.url, 'other@portal.example'))).toEqual(usualPack);
  for (const body of [{}, { ...template, rows: 7 }, { ...template, parts: [] }, { ...template, more: 1 }])
    expect((await send('PUT', 'users/current/pack', body)).status).toBe(400);
  // As a later release may have written it.
  await portal.server.pool.query(`update users set pack = '{"parts":["prices"],"rows":20}'`);
  expect(await kept()).toEqual(usualPack);
});

test('the order proposal says what cannot be there by its delivery date', async () => {
  await publishReferenceData(portal.server.pool, {
    ...smallCatalogue,
    stockouts: {
      csv: `${smallCatalogue.stockouts.csv}${provider},2026-01-02,2026-01-04,2126-06-15,\n`,
      force: 'two products',
    },
  });
  await expect
    .poll(async () => {
      const { lines } = await pack('parts=order');
      const [page] = lines;
      return page!.slice(page!.findIndex((line) => line[0] === '0000003')).slice(0, 3);
    })
    .toEqual([
      ['0000003', provider, 'Provider 10 mg 30 Tabl', '7', '10.00', '70.00'],
      ['Bis zum Lieferdatum nicht lieferbar; erwartet am'],
      ['15.06.2126'],
    ]);
  const { all: french } = await pack('parts=order&language=fr');
  const day = swissDate(usualDeliveryDay(todayInZurich()));
  expect(french.flat().join('\n')).toMatch(new RegExp(`Date de livraison\\s: ${day}`));
});
