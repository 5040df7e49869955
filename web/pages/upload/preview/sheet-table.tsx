import { useTranslation } from 'react-i18next';
import { columnIndex } from '#shared/column-letters.ts';
import type { ColumnChoice } from '../../../api/preview.ts';

interface SheetRow {
  /** Its number in the sheet; absent where rows are not told apart. */
  row?: number;
  values: readonly string[];
  isHeading?: boolean;
  /** Stands above the headings. */
  isUnread?: boolean;
}

interface SheetTableProps {
  /** By letter, with what heads them. */
  columns: readonly { column: string; heading: string }[];
  /** What columns are taken for. */
  taken: ColumnChoice['columns'];
  rows: readonly SheetRow[];
  /** Heads the rows' numbers, which are shown then. */
  rowNumber?: string;
}

/** Rows of a sheet as they stand there, with what each column is taken for. */
export function SheetTable({ columns, taken, rows, rowNumber }: SheetTableProps) {
  const { t } = useTranslation('preview');
  const fieldOf = (column: string) => taken.find((each) => each.column === column)?.field;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="report-table sheet-table" tabIndex={0} aria-label={t('firstRows')}>
      <table>
        <thead>
          <tr>
            {rowNumber && <th scope="col">{rowNumber}</th>}
            {columns.map(({ column, heading }) => {
              const field = fieldOf(column);
              return (
                <th key={column} scope="col" data-taken={Boolean(field)}>
                  {heading}
                  {field && <small>{t(`field.${field}`)}</small>}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ row, values, isHeading, isUnread }, index) => (
            // Rows without a number may be equal.
            <tr key={row ?? index} data-heading={isHeading} data-unread={isUnread}>
              {rowNumber && <th scope="row">{row}</th>}
              {columns.map(({ column }) => (
                <td key={column} data-taken={Boolean(fieldOf(column))}>
                  {values[columnIndex(column)]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
