import { now } from '#analytics/clock.ts';
import type { Language } from '#shared/languages.ts';
import type { ImportReport } from '#shared/schemas/import-report.ts';
import { translate } from '../../platform/i18n/messages.ts';
import { type MakeOptions, makeWorkbook } from '../../workbooks/writing/make-workbook.ts';
import type { SheetColumn } from '../../workbooks/writing/workbook.ts';

/**
 * A workbook of the rows that were not imported or not matched: row number in the original file, what is wrong, and
 * the values. At most what the report lists.
 */
export function problemRowsWorkbook(
  report: Pick<ImportReport, 'skipped' | 'unmatched' | 'totalRows'>,
  language: Language,
  { author, ...options }: MakeOptions & { author: string },
): Promise<Uint8Array> {
  const words = (key: string) => translate(language, `problems.${key}`);
  const rows = [
    ...report.skipped.rows.map(({ row, reason, values }) => ({
      row,
      problem: translate(language, `import.reasons.${reason}`),
      values,
    })),
    ...report.unmatched.rows.map(({ row, gtin, pharmacode, description, quantity }) => ({
      row,
      problem: words('unmatched'),
      values: [gtin ?? '', pharmacode ?? '', description ?? '', String(quantity)],
    })),
    ...report.totalRows.map(({ row, values }) => ({ row, problem: words('total'), values })),
  ].sort((a, b) => a.row - b.row);
  const values = Math.max(1, ...rows.map((row) => row.values.length));
  const columns: SheetColumn[] = [
    { heading: words('row'), kind: 'integer' },
    { heading: words('problem'), kind: 'text' },
    ...Array.from(
      { length: values },
      (_, place): SheetColumn => ({
        heading: place === 0 ? words('values') : '',
        kind: 'text',
      }),
    ),
  ];
  return makeWorkbook(
    {
      title: words('sheet'),
      author,
      created: now().toISOString(),
      pageOf: translate(language, 'workbook.pageOf'),
      sheets: [
        {
          name: words('sheet'),
          columns,
          rows: rows.map(({ row, problem, values }) => [row, problem, ...values]),
        },
      ],
    },
    options,
  );
}
