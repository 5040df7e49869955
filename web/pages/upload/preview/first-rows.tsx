import { useTranslation } from 'react-i18next';
import type { FilePreview } from '../../../api/preview.ts';
import { columnIndex } from './column-choice.ts';

/** The file's first rows as they stand there, with what each column was taken for. */
export function FirstRows({ preview }: { preview: FilePreview }) {
  const { t } = useTranslation('preview');
  const fieldOf = (column: string) => preview.columns.find((each) => each.column === column)?.field;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="report-table" tabIndex={0} aria-label={t('firstRows')}>
      <table>
        <thead>
          <tr>
            {preview.headings.map(({ column, heading }) => {
              const field = fieldOf(column);
              return (
                <th key={column} scope="col" data-taken={Boolean(field)}>
                  {heading || column}
                  {field && <small>{t(`field.${field}`)}</small>}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {preview.rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name, and may be equal.
            <tr key={row}>
              {preview.headings.map(({ column }) => (
                <td key={column} data-taken={Boolean(fieldOf(column))}>
                  {cells[columnIndex(column)]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
