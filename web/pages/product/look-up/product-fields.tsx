import { useTranslation } from 'react-i18next';
import type { ProductInformation } from '../../../api/products.ts';
import { ScrollingTable } from '../../../components/tables/scrolling-table.tsx';
import { formatDate } from '../../../i18n/formats.ts';
import { columns } from '../columns.ts';
import { shownValue } from '../merged/difference-row.tsx';

/** Each field with the file that says it, and what others say. */
export function ProductFields({ product }: { product: ProductInformation }) {
  const { t } = useTranslation('merged');
  const fileOf = (key: string | null) => product.files.find((file) => file.key === key);
  return (
    <ScrollingTable label={t('lookUp.fields')}>
      <thead>
        <tr>
          <th scope="col" data-text>
            {t('column.field')}
          </th>
          <th scope="col" data-text>
            {t('lookUp.value')}
          </th>
          <th scope="col" data-text>
            {t('column.from')}
          </th>
          <th scope="col" data-text>
            {t('files.fileName')}
          </th>
        </tr>
      </thead>
      <tbody>
        {columns.map((column) => {
          const field = product.fields.find((each) => each.column === column);
          if (!field) return null;
          const file = fileOf(field.from);
          const text = column === 'packSize' && product.packSizeText !== field.value && product.packSizeText;
          return (
            <tr key={column}>
              <th scope="row" data-text>
                {t(`field.${column}`)}
              </th>
              <td data-text>
                {shownValue(column, field.value, t)}
                {text && ` (${text})`}
                {field.lost.length > 0 && (
                  <ul className="product-page__lost">
                    {field.lost.map((each) => (
                      <li key={`${each.from} ${each.value}`}>
                        {t('lookUp.lost', {
                          source: t(`file.${each.from}`),
                          value: shownValue(column, each.value, t),
                        })}
                      </li>
                    ))}
                  </ul>
                )}
              </td>
              <td data-text>{field.from ? t(`file.${field.from}`) : '–'}</td>
              <td data-text>
                {file
                  ? t('lookUp.file', {
                      name: file.fileName,
                      version: file.versionId,
                      date: formatDate(file.date),
                    })
                  : '–'}
              </td>
            </tr>
          );
        })}
      </tbody>
    </ScrollingTable>
  );
}
