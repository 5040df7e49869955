import { expect, test } from 'vitest';
import { type ReportName, reportNames, reportSheets } from '#server/market/reports/report-sheets.ts';
import { type Report, reportWorkbook } from '#server/market/reports/report-workbook.ts';
import { translate } from '#server/platform/i18n/messages.ts';
import { makeWorkbook } from '#server/workbooks/writing/make-workbook.ts';
import type { CellKind } from '#server/workbooks/writing/workbook.ts';
import { languages } from '#shared/languages.ts';
import { rowsBySheetJs } from '../support/written-workbook.ts';
import { converted } from './office.ts';

const ROWS = 40;
const figures: readonly string[] = ['integer', 'packs', 'factor', 'chf', 'percent'] satisfies CellKind[];
const all = reportNames.flatMap((name) => languages.map((language) => [name, language] as const));

test.each(all)(
  'LibreOffice opens the report %s in %s: its sheets, sums and what its columns mean are those that were given',
  async (name, language) => {
    const report = madeUp(name);
    const bytes = await makeWorkbook(reportWorkbook(language, report));
    const opened = rowsBySheetJs(await converted(bytes, 'xlsx'));
    const word = (key: string) => translate(language, key, { provider: 'Provider' });
    const sheets = Object.entries<Readonly<Record<string, string>>>(reportSheets[name]);
    const explanations = word('workbook.columns.sheet');
    expect(Object.keys(opened)).toEqual([
      ...sheets.map(([sheet]) => word(`reports.${name}.sheet.${sheet}`)),
      word('reports.about.sheet'),
      explanations,
    ]);
    for (const [sheet, columns] of sheets) {
      const title = word(`reports.${name}.sheet.${sheet}`);
      const [headings, ...rows] = opened[title]!;
      expect(headings).toEqual(Object.keys(columns).map((field) => word(`reports.column.${field}`)));
      expect(rows).toHaveLength(ROWS);
      for (const [place, [field, kind]] of Object.entries(columns).entries()) {
        const cells = rows.map((row) => row[place]);
        const given = report.rows[sheet]!.map((row) => row[field]);
        if (figures.includes(kind)) expect(sum(cells), `${title}, ${field}`).toBe(sum(given));
        if (kind === 'date') expect(cells.map(dayOf), `${title}, ${field}`).toEqual(given);
      }
      const explained = opened[explanations]!.filter(([of]) => of === title);
      expect(explained.map(([, heading]) => heading)).toEqual(headings);
      for (const [, , meaning] of explained) expect(String(meaning).length).toBeGreaterThan(5);
    }
  },
);

/** Rows for every sheet, with a value for every column of its kind; figures have one that is missing. */
function madeUp(name: ReportName): Report {
  const rows = Object.fromEntries(
    Object.entries<Readonly<Record<string, string>>>(reportSheets[name]).map(([sheet, columns]) => [
      sheet,
      Array.from({ length: ROWS }, (_, index) =>
        Object.fromEntries(
          Object.entries(columns).map(([field, kind], place) => [field, madeUpCell(kind, index, place)]),
        ),
      ),
    ]),
  );
  return { name, rows, provider: 'Provider', made: new Date('2026-01-05T08:00:00Z') };
}

/** Figures in quarters, whose sums are exact whatever their order. */
function madeUpCell(kind: string, index: number, place: number): string | number | null {
  if (figures.includes(kind)) {
    if (index === 7) return null;
    return kind === 'integer' ? index * 1001 + place : (index * 517 + place) / 4;
  }
  if (kind === 'date') return new Date(Date.UTC(2025, place % 12, 1 + index)).toISOString().slice(0, 10);
  return index === 3 ? '=HYPERLINK("x")' : `Wert ${index} «é»`;
}

function sum(cells: readonly unknown[]): number {
  return cells.reduce<number>((total, cell) => total + (typeof cell === 'number' ? cell : 0), 0);
}

function dayOf(cell: unknown): string {
  return (cell as Date).toISOString().slice(0, 10);
}
