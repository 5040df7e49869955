import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Comparison } from '../../../api/comparison.ts';
import { ScrollingTable } from '../../../components/scrolling-table.tsx';
import { useRowsInSteps } from '../../../components/use-rows-in-steps.ts';
import { formatAmount, formatCount, formatTimeRange } from '../../../i18n/formats.ts';
import type { ComparedListProps } from './compared-list.tsx';
import { comparedRows } from './compared-rows.ts';
import { ComparedCells, ComparedTableRow } from './compared-table-row.tsx';
import { useComparisonOrder } from './use-compared.ts';

interface ComparedTableProps
  extends Pick<ComparedListProps, 'label' | 'nameHeading' | 'column' | 'nameOf' | 'to' | 'language'> {
  comparison: Comparison;
  totals: Comparison;
  /** Shows the rows of an earlier choice. */
  isStale: boolean;
}

const sortOfChange = { value: undefined, increase: 'descending', decrease: 'ascending' } as const;

/** Pixels of a row that needs one line. */
const rowHeight = 35;

/** One figure of every row in two periods, its change, and the row's part of the change of all. */
export function ComparedTable({ comparison, totals, column, nameOf, to, ...props }: ComparedTableProps) {
  const { t } = useTranslation(['compare', 'lists'], props.language && { lng: props.language });
  const [order, setOrder] = useComparisonOrder();
  const rows = useMemo(
    () => comparedRows(comparison.rows, column.key, order),
    [comparison.rows, column.key, order],
  );
  const shown = useRowsInSteps(rows);
  const missing = rows.length - shown.length;
  const total = totals.rows.find(({ figure }) => figure === column.key);
  const unit = total?.perMonth && <span className="compared-list__unit"> {t('perMonth')}</span>;
  // Packs per month are seldom whole.
  const write = unit && column.format === formatCount ? formatAmount : column.format;
  const period = formatTimeRange(comparison.statistic);
  const otherPeriod = formatTimeRange(comparison.other);
  const onlyText = {
    this: t('only', { period }),
    other: t('only', { period: otherPeriod }),
  };
  if (rows.length === 0) return <p className="chart-empty">{t('nothingBought')}</p>;
  return (
    <ScrollingTable
      label={t('listTitle', { list: props.label })}
      isStale={props.isStale}
      sortedColumn={order === 'value' ? 2 : 4}
    >
      <thead>
        <tr>
          <th scope="col">{props.nameHeading}</th>
          <th scope="col" aria-sort={order === 'value' ? 'descending' : undefined}>
            <button type="button" className="data-table__sort" onClick={() => setOrder('value')}>
              {breakable(period)}
            </button>
            {unit}
          </th>
          <th scope="col">
            {breakable(otherPeriod)}
            {unit}
          </th>
          <th scope="col" aria-sort={sortOfChange[order]}>
            <button
              type="button"
              className="data-table__sort"
              onClick={() => setOrder(order === 'increase' ? 'decrease' : 'increase')}
            >
              {t('change')}
            </button>
          </th>
          <th scope="col">{t('changePercent')}</th>
          <th scope="col">{t('shareOfChange')}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((row) => (
          <ComparedTableRow
            key={row.name}
            row={row}
            name={nameOf ? nameOf(row.name) : row.name}
            to={row.only === 'other' ? null : to(row.name)}
            only={row.only && onlyText[row.only]}
            write={write}
          />
        ))}
        {missing > 0 && <tr className="data-table__room" style={{ height: missing * rowHeight }} />}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('lists:total', { count: rows.length, rows: formatCount(rows.length) })}</th>
          {total && <ComparedCells figure={total} write={write} />}
        </tr>
      </tfoot>
    </ScrollingTable>
  );
}

/** A period that only breaks after its dash. */
function breakable(period: string): string {
  return period.replace(' –', '\u00a0–');
}
