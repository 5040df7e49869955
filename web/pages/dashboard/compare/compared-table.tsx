import { type MouseEvent, memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ComparedFigure, Comparison } from '../../../api/comparison.ts';
import { useFollowedLinks } from '../../../components/hooks/use-followed-links.ts';
import { RowsInSteps } from '../../../components/tables/rows-in-steps.tsx';
import { ScrollingTable } from '../../../components/tables/scrolling-table.tsx';
import { formatAmount, formatCount, formatTimeRange } from '../../../i18n/formats.ts';
import type { ListQuestions } from '../explain/list-questions.ts';
import { useFigureCells } from '../explain/use-figure-cells.ts';
import { WhyButton } from '../explain/why-button.tsx';
import { RowLink } from '../layout/row-link.tsx';
import {
  type ComparedCell,
  type ComparedRow,
  comparedCells,
  comparedRows,
  writtenCell,
} from './compared-rows.ts';
import { useComparisonOrder } from './use-compared.ts';
import { type AskedFigure, useComparedQuestions } from './use-compared-questions.ts';

/** A figure of the list, as the list's own table heads and writes it. */
export interface ComparedColumn {
  key: string;
  heading: string;
  format: (value: number | null) => string;
}

/** What is compared, and how it is called. */
export interface ComparedWords {
  label: string;
  /** Heading of the first column. */
  nameHeading: string;
  /** What rows are called, where there are several. */
  unit: string;
  column: ComparedColumn;
  /** What a row is called, by its key, where it is not called so. */
  nameOf?: (key: string) => string;
  /** Address of what is behind a row. */
  to: (key: string) => string;
}

interface ComparedTableProps extends ComparedWords {
  comparison: Comparison;
  totals: Comparison;
  /** Direct link id of the statistic beside it. */
  otherId: string;
  questions: ListQuestions;
  /** Shows the rows of an earlier choice. */
  isStale: boolean;
}

const sortOfChange = { value: undefined, increase: 'descending', decrease: 'ascending' } as const;

/** One figure of every row in two periods, its change, and the row's part of the change of all. */
export function ComparedTable({ comparison, totals, column, nameOf, to, ...props }: ComparedTableProps) {
  const { t } = useTranslation(['compare', 'lists']);
  const [order, setOrder] = useComparisonOrder();
  const rows = useMemo(
    () => comparedRows(comparison.rows, column.key, order),
    [comparison.rows, column.key, order],
  );
  const follow = useFollowedLinks();
  const total = totals.rows.find(({ figure }) => figure === column.key);
  const unit = total?.perMonth && <span className="compared-list__unit"> {t('perMonth')}</span>;
  // Packs per month are seldom whole.
  const write = unit && column.format === formatCount ? formatAmount : column.format;
  const questionOf = useComparedQuestions(comparison, props.otherId);
  const totalName = t('lists:totalWaiting');
  const askedTotal: AskedFigure = {
    name: totalName,
    perMonth: Boolean(total?.perMonth),
    question: { ...props.questions.totals, figure: column.key },
  };
  const rowFigures = useFigureCells(({ dataset }, place) => {
    const row = rows.find(({ name }) => name === dataset.row);
    const cell = comparedCells[place];
    if (!row || !cell) return null;
    const asked = {
      ...row,
      name: nameOf ? nameOf(row.name) : row.name,
      question: { ...props.questions.rows, figure: column.key, row: row.name },
    };
    return {
      question: questionOf(cell, writtenCell(cell, { figure: row, write }), asked, askedTotal),
      label: `${asked.name}: ${headings[cell]}`,
    };
  });
  const period = formatTimeRange(comparison.statistic);
  const otherPeriod = formatTimeRange(comparison.other);
  const headings: Record<ComparedCell, string> = {
    value: period,
    other: otherPeriod,
    change: t('change'),
    changePercent: t('changePercent'),
    shareOfChange: t('shareOfChange'),
  };
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
      <tbody {...rowFigures}>
        <RowsInSteps rows={rows}>
          {(row) => (
            <ComparedTableRow
              key={row.name}
              row={row}
              name={nameOf ? nameOf(row.name) : row.name}
              to={row.only === 'other' ? null : to(row.name)}
              only={row.only && onlyText[row.only]}
              write={write}
              onFollow={follow}
            />
          )}
        </RowsInSteps>
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            {t('lists:total', {
              rows: formatCount(rows.length),
              unit: rows.length === 1 ? props.nameHeading : props.unit,
            })}
          </th>
          {total &&
            comparedCells.map((cell) => {
              const written = writtenCell(cell, { figure: total, write });
              return (
                <td key={cell}>
                  <WhyButton
                    question={questionOf(cell, written, askedTotal)}
                    label={`${totalName}: ${headings[cell]}`}
                  >
                    {written}
                  </WhyButton>
                </td>
              );
            })}
        </tr>
      </tfoot>
    </ScrollingTable>
  );
}

/** A period that only breaks after its dash. */
function breakable(period: string): string {
  return period.replace(' –', '\u00a0–');
}

interface ComparedCellsProps {
  figure: ComparedFigure;
  write: (value: number | null) => string;
}

interface ComparedTableRowProps extends Omit<ComparedCellsProps, 'figure'> {
  row: ComparedRow;
  name: string;
  /** Address of what is behind the row; null where this period has nothing behind it. */
  to: string | null;
  /** Says which period alone has the row. */
  only: string | null;
  onFollow: (event: MouseEvent) => void;
}

const ComparedTableRow = memo(function ComparedTableRow({
  row,
  name,
  to,
  only,
  write,
  onFollow,
}: ComparedTableRowProps) {
  return (
    <tr data-row={row.name}>
      <th scope="row">
        {to ? (
          <RowLink to={to} onFollow={onFollow} name={name}>
            {name}
          </RowLink>
        ) : (
          name
        )}
        {only && <span className="compared-list__only"> {only}</span>}
      </th>
      <ComparedCells figure={row} write={write} />
    </tr>
  );
});

function ComparedCells(props: ComparedCellsProps) {
  return comparedCells.map((cell) => <td key={cell}>{writtenCell(cell, props)}</td>);
}
