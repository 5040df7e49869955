import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ImportError } from '#server/workbooks/reading/import-error.ts';
import { drawnFile, gtinOf, type Numbers, numbers, written } from '#tests/support/drawn-tables.ts';
import { type Line, readLines } from '#tests/support/read-lines.ts';
import { long } from '#tests/support/rounds.ts';

// Tables are written in whatever way programs and people write them. What is read is what was written, row by row, or it is
// refused, or the row is reported: no figure is another one without a word.

// The same tables in every run of npm test; others in each long one.
if (!long) fc.configureGlobal({ seed: 57 });
const RUNS = long ? 3000 : 300;

type Purchase = { gtin: string; name: string; packs: number; price: number };

const name = fc.array(
  fc.constantFrom(
    'Salbe',
    'forte',
    '5 mg',
    "Crème d'Avène",
    '10,5',
    'Tabl',
    '30 Stk',
    '"rot"',
    ';',
    ',',
    '|',
  ),
  { minLength: 1, maxLength: 4 },
);
const purchase: fc.Arbitrary<Purchase> = fc.record({
  gtin: fc.integer({ min: 1_000_000, max: 99_999_999 }).map(gtinOf),
  name: name.map((words) => `Salbe ${words.join(' ')}`),
  packs: fc.integer({ min: -20, max: 3000 }),
  price: fc.integer({ min: 1, max: 500_000 }).map((centimes) => centimes / 100),
});
const purchases = fc.array(purchase, { minLength: 1, maxLength: 12 });

type Layout = {
  separator: ';' | ',' | '\t' | '|';
  /** Whether texts with separators or quotes are quoted; a program that never does so shifts cells. */
  quotes: 'needed' | 'all' | 'behind a blank' | 'never';
  numbers: Numbers;
  /** Behind the table, below no heading, in some rows. */
  notes: boolean[];
  hasTotal: boolean;
  direction: string;
  unit: string;
};
const layout: fc.Arbitrary<Layout> = fc.record({
  separator: fc.constantFrom(';', ',', '\t', '|'),
  quotes: fc.constantFrom('needed', 'all', 'behind a blank', 'never'),
  numbers,
  notes: fc.array(fc.boolean(), { maxLength: 12 }),
  hasTotal: fc.boolean(),
  direction: fc.constantFrom('', '\u200e', '\u2068', '\ufeff', '\u00a0'),
  unit: fc.constantFrom('', ' Stk', ' x'),
});

function quoted(cell: string, { separator, quotes }: Layout): string {
  const isNeeded = cell.includes(separator) || cell.includes('"');
  if (quotes === 'never' || (quotes === 'needed' && !isNeeded)) return cell;
  return `${quotes === 'behind a blank' ? ' ' : ''}"${cell.replaceAll('"', '""')}"`;
}

function csvOf(rows: readonly Purchase[], how: Layout): string {
  const { separator, numbers, notes, hasTotal, direction, unit } = how;
  const lines = rows.map(({ gtin, name, packs, price }, at) => [
    name,
    `${direction}${gtin}${direction}`,
    `${direction}${written(packs, numbers)}${unit}`,
    written(price, { ...numbers, decimals: 2, decimal: numbers.decimal || '.' }),
    ...(notes[at] ? ['geprüft'] : []),
  ]);
  const sum = rows.reduce((total, { packs }) => total + packs, 0);
  if (hasTotal && how.quotes !== 'never')
    lines.push(['Total', '', written(sum, { ...numbers, decimals: 0 }), '']);
  return [['Bezeichnung', 'GTIN', 'Menge', 'FAP'], ...lines]
    .map((cells) => cells.map((cell) => quoted(cell, how)).join(separator))
    .join('\r\n');
}

/** Imported lines that say another code or other packs than were written in their row. */
function wrong(lines: readonly Line[], rows: readonly Purchase[]) {
  return lines.filter(({ row_number, gtin, quantity }) => {
    const row = rows[Number(row_number) - 2];
    return row === undefined || gtin !== row.gtin || Number(quantity) !== row.packs;
  });
}

test('a text is read as it was written, or refused, or its rows are reported', async () => {
  await fc.assert(
    fc.asyncProperty(purchases, layout, async (rows, how) => {
      const text = csvOf(rows, how);
      try {
        const { report, lines } = await readLines(Buffer.from(text));
        expect(wrong(lines, rows), text).toEqual([]);
        expect(report.imported + report.skipped.total + report.totalRowCount, text).toBe(report.rowsRead);
      } catch (error) {
        if (!(error instanceof ImportError)) throw error;
      }
    }),
    { numRuns: RUNS },
  );
}, 240_000);

test('a text whose cells are quoted where they need it is read whole', async () => {
  const careful = layout.filter(({ quotes, separator, numbers: { thousands, decimal } }) => {
    const isQuoted =
      quotes === 'all' || (quotes === 'needed' && ![thousands, decimal].includes(separator as ','));
    return isQuoted && decimal !== ',' && separator !== ',';
  });
  await fc.assert(
    fc.asyncProperty(purchases, careful, async (rows, how) => {
      const text = csvOf(rows, { ...how, notes: [], unit: '' });
      const { report, lines } = await readLines(Buffer.from(text));
      expect(wrong(lines, rows), text).toEqual([]);
      expect(report.imported, text).toBe(rows.length);
    }),
    { numRuns: RUNS },
  );
}, 240_000);

/** Notices that name rows whose packs may be others. */
const TOLD = new Set([
  'total_with_code',
  'rows_equal_sum',
  'parts_differ_from_total',
  'result_rows_unlabelled',
]);

test('a text or workbook with parts, totals, results and further tables is read as it was written, or it is said', async () => {
  await fc.assert(
    fc.asyncProperty(drawnFile, async ({ bytes, bought, shown }) => {
      try {
        const { report, lines } = await readLines(bytes);
        const notices = report.notices.filter(({ code }) => TOLD.has(code));
        // A notice names its first hundred rows, and says how many there are.
        const told = (row: number) =>
          notices.some(
            ({ rows = [], count = 0 }) =>
              rows.includes(row) || (count > rows.length && row > (rows.at(-1) ?? row)),
          );
        const otherwise = lines.filter(({ row_number, gtin, pharmacode, quantity }) => {
          const row = bought.get(Number(row_number));
          const isSame = row?.code === (gtin || pharmacode) && row?.packs === Number(quantity);
          return !isSame && !told(Number(row_number));
        });
        expect(otherwise, shown).toEqual([]);
        const rows = new Set([
          ...lines.map(({ row_number }) => Number(row_number)),
          ...report.skipped.rows.map(({ row }) => row),
        ]);
        const unsaid = [...bought].filter(
          ([row, { packs }]) => packs !== undefined && !rows.has(row) && !told(row),
        );
        expect(unsaid, shown).toEqual([]);
      } catch (error) {
        if (!(error instanceof ImportError)) throw error;
      }
    }),
    { numRuns: RUNS / 2 },
  );
}, 240_000);
