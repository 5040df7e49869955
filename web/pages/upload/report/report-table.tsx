import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../i18n/formats.ts';

export type Cells = readonly string[];

interface ReportTableProps {
  headings: Cells;
  rows: readonly Cells[];
  /** Columns with numbers, aligned right. */
  numeric?: readonly number[];
  /** How many rows there are in all; the server sends the first ones only. */
  total: number;
}

export function ReportTable({ headings, rows, numeric = [], total }: ReportTableProps) {
  const { t } = useTranslation('upload');
  const missing = total - rows.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="report-table" tabIndex={0} aria-label={headings.join(', ')}>
      <table>
        <thead>
          <tr>
            {headings.map((heading, column) => (
              <th key={heading} scope="col" data-numeric={numeric.includes(column)}>
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and rows may be equal.
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={headings[column]} data-numeric={numeric.includes(column)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {missing > 0 && <p>{t('report.more', { count: missing, formatted: formatCount(missing) })}</p>}
    </section>
  );
}
