import { readFileSync } from 'node:fs';
import { read, utils } from '@e965/xlsx';
import { describe, expect, test } from 'vitest';
import { bought, readLines, refusal } from '#tests/support/read-lines.ts';
import { referenceData, referenceDataPresent } from '#tests/support/reference-data.ts';
import { long } from '#tests/support/rounds.ts';

const file = (name: string) => readFileSync(new URL(name, referenceData));

/** Code and quantity of every row below the heading, read by SheetJS. */
function independent(name: string, headingRow: number, code: string, quantity: string): [string, number][] {
  const book = read(file(name), { dense: true });
  const rows = utils.sheet_to_json<Record<string, unknown>>(book.Sheets[book.SheetNames[0]!]!, {
    range: headingRow - 1,
  });
  return rows
    .map((row): [string, number] => [String(row[code] ?? '').replaceAll(' ', ''), Number(row[quantity])])
    .filter(([text]) => /^\d+$/.test(text));
}

describe.skipIf(!referenceDataPresent)('reference statistics', () => {
  test("a pharmacy's purchases", async () => {
    const { report, lines } = await readLines(file('statistics/apotheke-bezug-2025.xlsx'));
    expect(bought(lines)).toEqual(independent('statistics/apotheke-bezug-2025.xlsx', 1, 'GTIN', 'Menge'));
    expect([report.imported, report.skipped.total]).toEqual([2740, 0]);
    const shortened = lines.filter((l) => l.pharmacode_read !== '' && l.pharmacode_read!.length < 7);
    expect(shortened.length).toBeGreaterThan(0);
    expect(shortened.every((l) => l.pharmacode === l.pharmacode_read!.padStart(7, '0'))).toBe(true);
  });

  test("a doctor's purchases in French, with a title block, returns and a total", async () => {
    const name = 'statistics/cabinet-achats-2025.xlsx';
    const { report, lines } = await readLines(file(name));
    const expected = independent(name, 6, 'Code EAN', 'Quantité');
    expect(bought(lines)).toEqual(expected);
    expect(report.totalRows).toHaveLength(1);
    expect(report.rowsRead).toBe(expected.length + 1);
    expect(lines.some((l) => Number(l.quantity) < 0)).toBe(true);
  });

  test('a list of Pharmacodes with a legend on the second sheet', async () => {
    const name = 'statistics/sd-arzt-phcode.xlsx';
    const { lines } = await readLines(file(name));
    const expected = independent(name, 1, 'PhCode', 'Menge').map(([code, n]) => [code.padStart(7, '0'), n]);
    expect(bought(lines)).toEqual(expected);
    expect(lines).toHaveLength(420);
  });

  if (long)
    test('200,000 deliveries of a chain', async () => {
      const name = 'statistics/kette-lieferungen-200k.xlsx';
      const { lines } = await readLines(file(name));
      expect(lines).toHaveLength(200_000);
      const expected = independent(name, 1, 'EAN', 'Liefermenge');
      expect(
        bought(lines).filter(([code, n], i) => code !== expected[i]![0] || n !== expected[i]![1]),
      ).toEqual([]);
      expect(expected).toHaveLength(200_000);
    }, 60_000);

  test('lists without quantities are refused with what is missing', async () => {
    const wholesaler = await refusal(file('official/wholesaler-out-of-stock.xlsx'));
    expect([wholesaler.code, wholesaler.params.row]).toEqual(['import_no_quantity_heading', 3]);
    const packs = await refusal(file('official/Packungen-2026.01.08.xlsx'));
    expect(packs.code).toBe('import_no_heading');
  });
});
