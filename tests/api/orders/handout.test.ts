import { afterAll, beforeAll, expect, test } from 'vitest';
import { pdfPages } from '#tests/support/pdf-pages.ts';
import { publishReferenceData } from '#tests/support/portal.ts';
import { scan } from '#tests/support/scan.ts';
import { generic, original, provider, smallCatalogue } from '#tests/support/small-catalogue.ts';
import { openSmallPortal, type SmallPortal, uploadRows } from '#tests/support/small-portal.ts';

const DPI = 300;

let portal: SmallPortal;
let link: string;

beforeAll(async () => {
  portal = await openSmallPortal();
  link = await portal.upload([
    [original, 3],
    [generic, 6],
    [generic, -2],
    [provider, 2],
  ]);
});
afterAll(() => portal.server.close());

const get = (id: string, query = '') =>
  fetch(`${portal.server.url}/api/statistics/${id}/handout${query}`, {
    headers: { 'accept-language': 'de' },
  });

async function handout(query = '') {
  const answer = await get(link, query);
  expect(answer.status).toBe(200);
  const { pages } = await pdfPages(new Uint8Array(await answer.arrayBuffer()));
  expect(pages).toHaveLength(1);
  const [{ texts, dots }] = pages as [(typeof pages)[0]];
  return { text: texts.map(({ text }) => text).join('\n'), texts, dots, answer };
}

test('a visitor gets one page with what the customer gains, what is missing and barcodes of what replaces it', async () => {
  const { texts, text, dots, answer } = await handout();
  expect(answer.headers.get('content-type')).toBe('application/pdf');
  expect(answer.headers.get('content-disposition')).toBe(
    'attachment; filename="Handzettel Pharmacy 2025.pdf"',
  );
  const rowOf = (name: string, place = 0) => {
    const { top } = texts.filter((each) => each.text.includes(name))[place]!;
    const beside = texts.filter((each) => each.top > top - 3 && each.top < top + 22);
    return beside.map((each) => each.text);
  };
  for (const said of [
    'Angebote für Pharmacy',
    'Bezugszeitraum 01.2025 – 12.2025 · Preise vom 01.01.2026',
    'Ihre besten Angebote',
    'Jetzt nicht lieferbar',
  ]) {
    expect(text).toContain(said);
  }
  // 6 − 2 packs of CHF 12, replaced by as many of CHF 10; 3 of CHF 20 likewise.
  expect(rowOf('Generic 10 mg')).toEqual(
    expect.arrayContaining(['4', '8.00', 'Provider 10 mg 30 Tabl', provider]),
  );
  expect(rowOf('Original 10 mg')).toEqual(expect.arrayContaining(['3', '30.00', provider]));
  expect(rowOf('Original 10 mg', 1)).toEqual(
    expect.arrayContaining(['Termin unbekannt', 'Provider 10 mg 30 Tabl', provider]),
  );
  expect(rowOf('Original 10 mg', 1).join()).toMatch(/seit (mindestens )?02\.01\.2026/);
  // Of the two that can be replaced one is not deliverable: two barcodes above, one below.
  const codes = texts.filter((each) => each.text === provider);
  expect(codes).toHaveLength(3);
  for (const { top } of codes) {
    const [from, to] = [top - 28, top - 7].map((point) => Math.round((point / 72) * DPI)) as [number, number];
    const data = dots.data.slice(from * dots.width * 4, to * dots.width * 4);
    const scanned = await scan({ data, width: dots.width, height: to - from });
    expect(scanned.map((code) => code.text)).toEqual([provider]);
  }
});

test('the rank is that of the overview: by potential, or by what the customer gains', async () => {
  const first = async (query: string) => {
    const { texts } = await handout(query);
    return texts.find(({ text }) => /^(Generic|Original) 10/.test(text))!.text;
  };
  expect(await first('')).toContain('Generic');
  expect(await first('?sortBy=customersGain')).toContain('Original');
  expect((await get(link, '?sortBy=packs')).status).toBe(400);
});

test('it is in the customer’s language', async () => {
  await portal.server.pool.query("update customers set language = 'fr' where external_id = '4711'");
  expect((await handout()).text).toContain('Offres pour Pharmacy');
  await portal.server.pool.query("update customers set language = null where external_id = '4711'");
});

test('of a disabled statistic there is none', async () => {
  const { url } = portal.server;
  const { bezugsStatistikID: id, directLinkId } = await uploadRows(url, portal.token, [[original, 1]]);
  expect((await get(directLinkId)).status).toBe(200);
  const answer = await fetch(`${url}/api/statistics/${id}/state?state=false`, {
    method: 'POST',
    headers: { authorization: `Bearer ${portal.token}` },
  });
  expect(answer.status).toBe(200);
  expect((await get(directLinkId)).status).toBe(404);
});

test('a loss is shown as one, what is unknown as –, and what replaces nothing now has its day and no barcode', async () => {
  const { pool } = portal.server;
  const { catalogue, stockouts } = smallCatalogue;
  // The provider's pack for CHF 15 instead of 10, the original without a price.
  const products = catalogue.products
    .replace('1,0,0,0,10,19.9', '1,0,0,0,15,19.9')
    .replace('1,1,0,0,20,35.5', '1,1,0,0,,35.5');
  await publishReferenceData(pool, { catalogue: { ...catalogue, products } });
  const { texts } = await handout();
  // 4 packs × CHF (12 − 15).
  const gains = texts.filter(({ text }) => ['-12.00', '–'].includes(text)).map(({ text }) => text);
  expect(gains).toEqual(['-12.00', '–']);

  const csv = `${stockouts.csv}${provider},2026-01-04,2026-01-04,2099-03-02,\n`;
  await publishReferenceData(pool, { catalogue, stockouts: { csv, force: 'two of three' } });
  const { text } = await handout();
  expect(text).toContain('Keine lieferbare Alternative zu den bezogenen Artikeln.');
  expect(text).toContain('erwartet am 02.03.2099');
  expect(text).not.toContain(provider);

  // By its status alone, with no word of a delivery.
  const lines = [
    'gtin,reportedOn,updatedOn,expectedDelivery,backInStockOn,status',
    `${original},2026-01-02,2026-01-03,,,`,
    `${provider},2026-01-04,2026-01-04,,,ausser Handel`,
  ];
  const gone = `${lines.join('\n')}\n`;
  await publishReferenceData(pool, { catalogue, stockouts: { csv: gone, force: 'two of three' } });
  const { text: after } = await handout();
  expect(after).toContain('ausser Handel');
  // That of what is bought alone.
  expect(after.match(/Termin unbekannt/g)).toHaveLength(1);
});
