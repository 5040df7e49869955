import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { sourceReaders } from '#server/reference-data/sources/index.ts';
import type { SourceFile, SourceKey } from '#server/reference-data/sources/rows.ts';
import { isGtin } from '#shared/identifiers.ts';
import { referenceData } from '#tests/support/reference-data.ts';

const official = new URL('official/', referenceData);
const present = existsSync(official);
if (!present) console.log('The official files are not there; what is counted in them is not tested.');

function read<Key extends SourceKey>(key: Key, name: string): Promise<SourceFile<Key>> {
  const path = fileURLToPath(new URL(name, official));
  return sourceReaders[key]({ path, fileName: name, milliseconds: 30_000 });
}

describe.skipIf(!present)('the list of authorised packs of 31.12.2025', () => {
  let file: SourceFile<'swissmedic-packs'>;
  beforeAll(async () => {
    file = await read('swissmedic-packs', 'Packungen-2026.01.08.xlsx');
  });

  test('has 17,864 packs, each with a right GTIN of its own', () => {
    expect(file.date).toBe('2025-12-31');
    expect(file.rows).toHaveLength(17_864);
    expect(new Set(file.rows.map(({ gtin }) => gtin)).size).toBe(17_864);
    expect(
      file.rows.every(({ gtin, swissmedicNo }) => isGtin(gtin) && gtin.startsWith(`7680${swissmedicNo}`)),
    ).toBe(true);
    expect(file.facts.swissmedicNosPadded).toBe(104);
    expect(file.problems.filter(({ used }) => !used)).toEqual([]);
  });

  test('has 15,954 full, 1,295 shorter and 615 missing ATC codes, and 1,480 biologicals', () => {
    expect(file.facts).toMatchObject({
      atcComplete: 15_954,
      atcShort: 1295,
      atcMissing: 615,
      biologicals: 1480,
    });
    expect(file.rows.filter(({ biological }) => biological)).toHaveLength(1480);
    expect(file.rows.filter(({ atc }) => atc.length === 7)).toHaveLength(15_954);
    expect(file.rows.filter(({ form }) => form === '')).toHaveLength(95);
  });

  test('leaves at most 2 % of the pack sizes unknown, each as a problem of its row', () => {
    const unknown = file.rows.filter(({ packSize }) => packSize === '');
    expect(unknown.length / file.rows.length).toBeLessThanOrEqual(0.02);
    expect(file.problems.filter(({ reason }) => reason.startsWith('pack_size'))).toHaveLength(unknown.length);
    const sizeOf = (gtin: string) => file.rows.find((row) => row.gtin === gtin)?.packSize;
    expect(sizeOf('7680004500039')).toBe('1');
    expect(sizeOf('7680004500046')).toBe('10');
  });

  test('takes the category of the pack, one of six', () => {
    const counts: Record<string, number> = {};
    for (const { category } of file.rows) counts[category] = (counts[category] ?? 0) + 1;
    expect(counts).toEqual({ A: 3423, 'A+': 602, B: 10_853, C: 2, D: 2608, E: 376 });
  });
});

describe.skipIf(!present)('the 255 bundles of the Spezialitätenliste', () => {
  let file: SourceFile<'bag-sl-fhir'>;
  beforeAll(async () => {
    file = await read('bag-sl-fhir', 'bag-sl-fhir-255.ndjson');
  });

  test('give 310 packs; 11 have no GTIN and none is made up for them', () => {
    expect(file.rows).toHaveLength(310);
    expect(file.date).toBe('2026-06-01');
    expect(file.found).toBe(321);
    expect(file.facts).toMatchObject({ bundles: 255, packsWithoutGtin: 11 });
    expect(file.problems.map(({ reason, used }) => `${reason} ${used}`)).toEqual(
      Array(11).fill('gtin_missing false'),
    );
    expect(file.rows.every(({ gtin }) => isGtin(gtin))).toBe(true);
  });

  test('say the type of each product, as jq counts them in the file', () => {
    const bundles = readFileSync(new URL('bag-sl-fhir-255.ndjson', official), 'utf8').trim().split('\n');
    // Counted without any of our code: packs with a GTIN, in bundles that name the code.
    const packs = (code: string) =>
      bundles
        .filter((line) => line.includes(`"code":"${code}"`))
        .reduce((sum, line) => sum + line.split('"system":"urn:oid:2.51.1.1","value"').length - 1, 0);
    for (const end of ['001', '002', '003', '004', '005']) {
      const type = `756001003${end}`;
      expect(file.rows.filter(({ productType }) => productType === type).length, type).toBe(packs(type));
    }
    const of = (end: string) => file.rows.filter(({ productType }) => productType === `756001003${end}`);
    expect(new Set(of('001').map(({ origin, biological }) => `${origin} ${biological}`))).toEqual(
      new Set(['generic false']),
    );
    expect(new Set(of('002').map(({ origin, biological }) => `${origin} ${biological}`))).toEqual(
      new Set(['original false']),
    );
    expect(new Set(of('003').map(({ origin, biological }) => `${origin} ${biological}`))).toEqual(
      new Set(['original true']),
    );
    expect(new Set(of('004').map(({ origin, biological }) => `${origin} ${biological}`))).toEqual(
      new Set(['generic true']),
    );
    expect(
      new Set(
        of('')
          .concat(of('005'))
          .map(({ origin }) => origin),
      ),
    ).toEqual(new Set(['other']));
    expect(
      file.rows.filter(({ coMarketing }) => coMarketing).every(({ origin }) => origin === 'generic'),
    ).toBe(true);
    expect(file.rows.some(({ coMarketing }) => coMarketing)).toBe(true);
  });

  test('raise the deductible of 10 packs, and end the listing of 11', () => {
    expect(file.rows.filter(({ costShare }) => costShare === 40)).toHaveLength(10);
    expect(file.rows.every(({ costShare }) => costShare === 10 || costShare === 40)).toBe(true);
    expect(file.rows.every(({ listed }) => listed !== null)).toBe(true);
    expect(file.rows.filter(({ listed }) => listed?.until)).toHaveLength(11);
  });

  test('name prices with the day from which they count', () => {
    const pack = file.rows.find(({ gtin }) => gtin === '7680536620137');
    expect(pack).toEqual({
      gtin: '7680536620137',
      description: '3TC Filmtabl 150 mg 60 Stk',
      manufacturer: 'ViiV Healthcare GmbH',
      molecule: 'Lamivudinum',
      atc: 'J05AF05',
      packSizeText: '60 Stk',
      strength: '150 mg',
      origin: 'original',
      productType: '756001003002',
      biological: false,
      coMarketing: false,
      listed: { from: '1996-03-15', until: '' },
      costShare: 10,
      prices: [
        { kind: 'exFactory', chf: '162.73', from: '2025-12-01' },
        { kind: 'public', chf: '191.90', from: '2025-12-01' },
      ],
    });
    const differing = file.rows.filter(({ prices }) => new Set(prices.map(({ from }) => from)).size > 1);
    expect(differing.length).toBeGreaterThan(100);
  });
});

describe.skipIf(!present)('the prices of August 2026', () => {
  test('are of 10,175 GTINs; 58 entries have none', async () => {
    const file = await read('bag-sl-prices', 'bag-sl-prices-2026-08.json');
    expect(file.date).toBe('2026-08-07');
    expect(file.found).toBe(10_233);
    expect(file.rows).toHaveLength(10_175);
    expect(file.problems.map(({ reason }) => reason)).toEqual(Array(58).fill('gtin_missing'));
    const { data } = JSON.parse(readFileSync(new URL('bag-sl-prices-2026-08.json', official), 'utf8')) as {
      data: { g?: string; e?: number; p?: number }[];
    };
    const published = data.filter(({ g }) => g);
    const sum = (prices: (string | number | undefined)[]) =>
      prices.reduce<number>((total, price) => total + Math.round(Number(price || 0) * 100), 0);
    expect(sum(file.rows.map(({ exFactoryPrice }) => exFactoryPrice))).toBe(sum(published.map(({ e }) => e)));
    expect(sum(file.rows.map(({ publicPrice }) => publicPrice))).toBe(sum(published.map(({ p }) => p)));
  });
});

describe.skipIf(!present)("a wholesaler's list of 29.5.2026", () => {
  test('has 1,532 rows: 705 with a day and 827 with words; 8 are empty and 16 Pharmacodes repeated', async () => {
    const file = await read('stockouts-wholesaler', 'wholesaler-out-of-stock.xlsx');
    expect(file.date).toBe('2026-05-29');
    expect(file.found).toBe(1532);
    expect(file.facts).toMatchObject({
      expectedOnDay: 705,
      expectedIndefinitely: 827,
      emptyRows: 8,
      pharmacodesPadded: 60,
      suppliersMissing: 3,
    });
    expect(new Set(file.problems.map(({ reason }) => reason))).toEqual(new Set(['row_repeated']));
    expect(new Set(file.problems.map(({ value }) => value)).size).toBe(16);
    expect(file.rows).toHaveLength(1532 - file.problems.length);
    expect(file.rows.every(({ pharmacode }) => /^\d{7}$/.test(pharmacode))).toBe(true);
    const ofDay = file.rows.filter(({ status }) => status === 'expected');
    expect(ofDay.every(({ expectedDelivery }) => /^202[678]-/.test(expectedDelivery))).toBe(true);
    const fridays = ofDay.filter(({ expectedDelivery }) => new Date(expectedDelivery).getUTCDay() === 5);
    expect(fridays.length / ofDay.length).toBeGreaterThan(0.9);
  });
});

describe.skipIf(!present)('every official file', () => {
  const files: [SourceKey, string][] = [
    ['swissmedic-packs', 'Packungen-2026.01.08.xlsx'],
    ['bag-sl-fhir', 'bag-sl-fhir-255.ndjson'],
    ['bag-sl-prices', 'bag-sl-prices-2026-08.json'],
    ['stockouts-wholesaler', 'wholesaler-out-of-stock.xlsx'],
  ];

  test.each(files)('is known as %s by every other source, and refused', async (key, name) => {
    const others = (Object.keys(sourceReaders) as SourceKey[]).filter((other) => other !== key);
    for (const other of others) {
      await expect(read(other, name), other).rejects.toMatchObject({
        code: 'source_mistaken',
        params: { found: key, wanted: other },
      });
    }
  });
});
