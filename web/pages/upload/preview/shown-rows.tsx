import { useTranslation } from 'react-i18next';
import type { ColumnChoice, ShownSheet } from '../../../api/preview.ts';
import { columnIndex } from './column-choice.ts';

interface ShownRowsProps {
  sheet: ShownSheet;
  /** By letter. */
  columns: readonly string[];
  choice: ColumnChoice;
}

/** The first rows of a sheet by number and letter, as Excel shows them, with what is chosen so far. */
export function ShownRows({ sheet, columns, choice }: ShownRowsProps) {
  const { t } = useTranslation('preview');
  const fieldOf = (column: string) => choice.columns.find((each) => each.column === column)?.field;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="report-table shown-rows" tabIndex={0} aria-label={t('firstRows')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('byHand.rowNumber')}</th>
            {columns.map((column) => {
              const field = fieldOf(column);
              return (
                <th key={column} scope="col" data-taken={Boolean(field)}>
                  {column}
                  {field && <small>{t(`field.${field}`)}</small>}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {sheet.rows.map(({ row, values }) => (
            <tr key={row} data-heading={row === choice.headingRow} data-unread={row < choice.headingRow}>
              <th scope="row">{row}</th>
              {columns.map((column) => (
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
