import { read } from '@e965/xlsx';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { buildVisitTemplate } from '#server/statistics/exports/visit/build-template.ts';
import { fillTemplate } from '#server/statistics/exports/visit/fill-template.ts';
import { visitHeadings } from '#server/statistics/exports/visit/layout.ts';
import { languages } from '#shared/languages.ts';
import { partsOf, rowsBySheetJs } from '../support/written-workbook.ts';
import { converted } from './office.ts';
import { afterMacro } from './run-macro.ts';

const ours = '7680100000037';
const other = '7680100000044';
/** More signs than Excel takes of a criterion. */
const vaccine = `${'Polysaccharidum, '.repeat(20)}seri 3`;

/** Five articles, two of which our product stands for; packs are noted beside three. */
function visit(language: (typeof languages)[number] = 'en'): Uint8Array {
  const article = (
    name: string,
    gtin: string,
    molecule: string,
    alternative: string | null,
    note: number | null,
  ) => [name, gtin, molecule, alternative, note];
  return fillTemplate(buildVisitTemplate(language), {
    headings: visitHeadings,
    cells: {
      customerName: 'Pharmacy',
      turnoverTotal: 1234.5,
      genericQuota: 0.25,
      orderPacks: 3,
      orderTotal: 7.5,
    },
    tables: {
      Products: {
        fields: ['productName', 'gtin', 'molecule', 'alternativeGTIN', 'note'],
        rows: [
          article('Original 10', '7680100000013', 'Codeinum', ours, 5),
          article('Generic 10', '7680100000020', 'Codeinum*', ours, 2),
          article('Elsewhere', '7680100000051', 'Codeinum plus', '7680100000099', 9),
          article('Ours', ours, 'Codeinum', null, null),
          article('Vaccine', '7680100000068', vaccine, null, null),
        ],
      },
      Proposal: {
        fields: ['productDescription', 'gtin', 'exFactoryPrice', 'packs', 'total'],
        rows: [
          ['Ours 10', ours, 2.5, null, 0],
          ['Other 20', other, 2.5, 3, 7.5],
        ],
      },
    },
  });
}

/** Values below the headings of the order sheet. */
function order(bytes: Uint8Array): unknown[][] {
  return rowsBySheetJs(bytes)
    .Order!.slice(7)
    .map((row) => [row[1], row[2] ?? null, row[4]]);
}

test.each(languages)(
  'LibreOffice opens the workbook in %s and computes what stands beside its formulas',
  async (language) => {
    const given = visit(language);
    const opened = await converted(given, 'xlsx');
    const [before, after] = [rowsBySheetJs(given), rowsBySheetJs(opened)];
    expect(Object.keys(after)).toEqual(Object.keys(before));
    const cells = (sheets: typeof before) =>
      Object.values(sheets).flatMap((rows) => rows.flat().filter((cell) => cell !== null));
    expect(cells(after)).toEqual(cells(before));
  },
);

test('what is typed into the order sheet is summed up', async () => {
  const typed = await afterMacro(visit(), 'Visit.TakeMarked');
  const head = rowsBySheetJs(typed.bytes)
    .Order!.slice(3, 5)
    .map((row) => row[1]);
  // 5 and 2 packs are noted for ours, 3 of the other stood there: 10 packs of 2.50.
  expect(head).toEqual([10, 25]);
});

describe('the macros', () => {
  test('take noted packs to our product in the order, leave other rows and tell what has none', async () => {
    const { bytes, result } = await afterMacro(visit(), 'Visit.TakeMarked');
    expect(order(bytes)).toEqual([
      [ours, 7, 17.5],
      [other, 3, 7.5],
    ]);
    expect(result).toBe('1');
  });

  test('take what is noted beside articles that a filter hides, down to the last', async () => {
    const parts = Object.fromEntries(partsOf(visit()));
    const path = Object.keys(parts).find((name) => parts[name]!.includes('codeName="shProducts"'))!;
    const hidden = parts[path]!.toString().replace(/<row r="([345])"/g, '<row r="$1" hidden="1"');
    parts[path] = Buffer.from(hidden);
    const { bytes, result } = await afterMacro(zipSync(parts), 'Visit.TakeMarked');
    expect(order(bytes)[0]).toEqual([ours, 7, 17.5]);
    expect(result).toBe('1');
  });

  test('show the articles of one molecule, of which no sign stands for others', async () => {
    for (const [molecule, names] of [
      ['Codeinum', ['Original 10', 'Ours']],
      ['Codeinum*', ['Generic 10']],
      [vaccine, ['Vaccine']],
    ] as const) {
      const { bytes } = await afterMacro(visit(), 'Visit.ShowMolecule', molecule);
      const sheet = read(bytes, { cellStyles: true }).Sheets.Articles!;
      const shown = [2, 3, 4, 5, 6].filter((row) => !sheet['!rows']?.[row - 1]?.hidden);
      expect(shown.map((row) => sheet[`A${row}`]!.v)).toEqual(names);
    }
  });
});
