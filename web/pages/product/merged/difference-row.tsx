import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Difference, DifferenceList } from '../../../api/merged-products.ts';
import type { Column } from '../../../api/products.ts';
import { Link } from '../../../components/navigation/link.tsx';
import { formatAmount, formatDate, formatShare, formatSigned } from '../../../i18n/formats.ts';

type Shown = 'field' | 'before' | 'after' | 'chf' | 'percent' | 'from' | 'otherFrom' | 'reason' | 'day';

const change: readonly Shown[] = ['before', 'after', 'from'];

/** What each list has to say beside the product. */
export const shownColumns: Record<DifferenceList, readonly Shown[]> = {
  new: ['from'],
  gone: [],
  prices: ['field', 'before', 'after', 'chf', 'percent', 'from'],
  origin: change,
  deductible: change,
  sl: change,
  atc: change,
  others: ['field', ...change],
  alternatives: ['reason', 'before', 'after'],
  provider: ['reason', 'field', 'before', 'after', 'chf', 'percent'],
  toCome: ['field', 'before', 'after', 'day'],
  conflicts: ['field', 'after', 'from', 'before', 'otherFrom', 'reason'],
  doubtful: ['reason', 'before', 'after'],
};

export const differenceLists = Object.keys(shownColumns) as DifferenceList[];

interface DifferenceRowProps {
  row: Difference;
  list: DifferenceList;
}

/** A row of a list of differences; the product's name leads to what is known of it. */
export function DifferenceRow({ row, list }: DifferenceRowProps) {
  const { t } = useTranslation('merged');
  return (
    <tr>
      <th scope="row" data-text>
        {list === 'gone' ? (
          row.description
        ) : (
          <Link to={`/product?tab=look-up&product=${row.gtin}`}>{row.description || row.gtin}</Link>
        )}
        <div className="note">{[row.gtin, row.manufacturer].filter(Boolean).join(' · ')}</div>
      </th>
      {shownColumns[list].map((name) => (
        <td key={name} data-text={name === 'chf' || name === 'percent' ? undefined : ''}>
          {cell(name, row, list, t)}
        </td>
      ))}
    </tr>
  );
}

function cell(name: Shown, row: Difference, list: DifferenceList, t: TFunction<'merged'>): string {
  switch (name) {
    case 'field':
      return row.column === '' ? '–' : t(`field.${row.column as Column}`);
    case 'before':
    case 'after':
      return shownValue(row.column, row[name], t);
    case 'chf':
      return formatSigned(row.chf, formatAmount);
    case 'percent':
      return formatSigned(row.percent, formatShare);
    case 'from':
    case 'otherFrom':
      return row[name] === '' ? '–' : t(`file.${row[name]}`);
    case 'reason':
      return list === 'provider' ? t(`lists.${row.reason as 'new'}`) : t(`reason.${row.reason as 'rank'}`);
    case 'day':
      return formatDate(row.day);
  }
}

/** A field's value in words. */
export function shownValue(column: string, value: string, t: TFunction<'merged'>): string {
  if (value === '') return '–';
  if (value === 'true' || value === 'false') return t(`value.${value}`);
  if (column === 'origin') return t(`value.${value as 'original' | 'generic' | 'other'}`);
  if (column.endsWith('Price')) return formatAmount(Number(value));
  return value;
}
