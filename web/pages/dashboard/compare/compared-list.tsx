import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { View } from '#analytics/views/view.ts';
import { type Comparison, comparisonQuery } from '../../../api/comparison.ts';
import { useFollowedLinks } from '../../../components/hooks/use-followed-links.ts';
import { useLastSettled, useWholeAnswers } from '../../../components/loading/use-whole-answers.ts';
import { foundRows } from '../../../components/tables/find-rows.ts';
import type { ListColumn } from '../../../components/tables/list-columns.ts';
import { ListTable } from '../../../components/tables/list-table.tsx';
import { partOfLargest } from '../../../components/tables/part-of-largest.ts';
import { formatAmount, formatCount } from '../../../i18n/formats.ts';
import { labelled } from '../../../i18n/labelled.ts';
import { type ListQuestions, listQuestions } from '../explain/list-questions.ts';
import { useFigureCells } from '../explain/use-figure-cells.ts';
import { WhyButton } from '../explain/why-button.tsx';
import { RowLink } from '../layout/row-link.tsx';
import {
  type ComparedCell,
  type ComparedRow,
  comparedCells,
  comparedRows,
  periodNames,
  writtenCell,
} from './compared-rows.ts';
import { ComparisonFailure } from './comparison-failure.tsx';
import { type ComparisonOrder, useComparisonOrder } from './use-compared.ts';
import { type AskedFigure, useComparedQuestions } from './use-compared-questions.ts';
import './compared-list.css';

/** A figure of the list, as the list's own table heads and writes it. */
interface ComparedColumn {
  key: string;
  heading: string;
  format: (value: number | null) => string;
}

/** What is compared, and how it is called. */
interface ComparedWords {
  label: string;
  /** Heading of the first column. */
  nameHeading: string;
  /** What that many rows are called. */
  unit: (count: number) => string;
  column: ComparedColumn;
  /** What a row is called, by its key, where it is not called so. */
  nameOf?: (key: string) => string;
  /** Address of what is behind a row. */
  to: (key: string) => string;
  /** What is looked for in the names; '' for all rows. */
  searched: string;
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

interface ComparedColumnsOptions extends Pick<ComparedWords, 'nameHeading' | 'to'> {
  nameOf: ComparedWords['nameOf'] | undefined;
  headings: Record<ComparedCell, string>;
  /** All of them, whatever is looked for. */
  rows: readonly ComparedRow[];
  order: ComparisonOrder;
  isPerMonth: boolean;
  write: (value: number | null) => string;
}

const turned = { increase: 'decrease', decrease: 'increase' } as const;

export interface ComparedListProps extends ComparedWords {
  directLinkId: string;
  /** Direct link id of the statistic beside it. */
  otherId: string;
  page: { list: View; totals: View };
  /** Filters and order of the page. */
  choice: Record<string, unknown>;
  /** The table of this period alone: stands here until the comparison comes, and when it fails. */
  alone: ReactNode;
}

/** The rows of a list in two periods side by side. */
export default function ComparedList({
  directLinkId,
  otherId,
  page,
  choice,
  alone,
  ...list
}: ComparedListProps) {
  const { column } = list;
  const { t } = useTranslation(['compare', 'portal']);
  const rows = useQuery(comparisonQuery(directLinkId, otherId, page.list, choice));
  const totals = useQuery(comparisonQuery(directLinkId, otherId, page.totals, choice));
  const shown = useWholeAnswers({ rows, totals }, JSON.stringify([directLinkId, otherId, choice]));
  const isStale = rows.isPlaceholderData || totals.isPlaceholderData;
  const { nameHeading, unit, nameOf, to } = list;
  // Of the rows that are shown: those of before stay until the rows of another choice are there.
  const { asked, ...words } = useLastSettled({ asked: choice, nameHeading, unit, nameOf, to }, !isStale);
  const error = rows.error ?? totals.error;
  if (error) {
    const retry = () => {
      rows.refetch();
      totals.refetch();
    };
    return (
      <div>
        <ComparisonFailure error={error} onRetry={retry} />
        {alone}
      </div>
    );
  }
  return (
    <section className="compared-list" aria-label={t('title')}>
      <p className="note compared-list__note" role="status">
        {shown.rows && shown.totals ? note(shown.rows) : t('loading')}
      </p>
      {shown.rows && shown.totals ? (
        <ComparedTable
          {...list}
          {...words}
          otherId={otherId}
          questions={listQuestions(page, asked)}
          comparison={shown.rows}
          totals={shown.totals}
          isStale={isStale}
        />
      ) : (
        <div className="compared-list__waiting" aria-busy="true">
          {alone}
        </div>
      )}
    </section>
  );

  function note(comparison: Comparison): string {
    const { statistic, other, rows: figures } = comparison;
    const { this: period, other: otherPeriod } = periodNames(comparison, t('with'));
    const lengths = {
      months: t('portal:months', { count: statistic.months }),
      other: t('portal:months', { count: other.months }),
    };
    const compared = t('note.compared', { figure: column.heading, period, otherPeriod });
    if (statistic.months === other.months) return `${compared} ${t('note.sameLength', lengths)}`;
    const perMonth = figures.some((each) => each.figure === column.key && each.perMonth);
    return `${compared} ${t(perMonth ? 'note.perMonth' : 'note.perPeriod', lengths)}`;
  }
}

/** One figure of every row in two periods, its change, and the row's part of the change of all. */
function ComparedTable({ comparison, totals, column, nameOf, to, ...props }: ComparedTableProps) {
  const { t } = useTranslation(['compare', 'lists']);
  const [order, setOrder] = useComparisonOrder();
  const called = (row: ComparedRow) => (nameOf ? nameOf(row.name) : row.name);
  const all = useMemo(
    () => comparedRows(comparison.rows, column.key, order),
    [comparison.rows, column.key, order],
  );
  const { searched } = props;
  const found = foundRows(all, all.length, { text: searched, textsOf: (row) => [called(all[row]!)] });
  const rows = found ? found.map((row) => all[row]!) : all;
  const total = totals.rows.find(({ figure }) => figure === column.key);
  const isPerMonth = Boolean(total?.perMonth);
  // Packs per month are seldom whole.
  const write = isPerMonth && column.format === formatCount ? formatAmount : column.format;
  const questionOf = useComparedQuestions(comparison, props.otherId);
  const totalName = t('lists:totalWaiting');
  const askedTotal: AskedFigure = {
    name: totalName,
    perMonth: isPerMonth,
    question: { ...props.questions.totals, figure: column.key },
  };
  const { this: period, other: otherPeriod } = periodNames(comparison, t('with'));
  const headings = useMemo(
    (): Record<ComparedCell, string> => ({
      value: period,
      other: otherPeriod,
      change: t('change'),
      changePercent: t('changePercent'),
      shareOfChange: t('shareOfChange'),
    }),
    [period, otherPeriod, t],
  );
  const { nameHeading } = props;
  const columns = useComparedColumns({
    headings,
    rows: all,
    order,
    isPerMonth,
    nameHeading,
    nameOf,
    to,
    write,
  });
  const body = useFigureCells(({ dataset }, place) => {
    const row = rows.find(({ name }) => name === dataset.row);
    const cell = comparedCells[place];
    if (!row || !cell) return null;
    const name = called(row);
    const asked = { ...row, name, question: { ...props.questions.rows, figure: column.key, row: row.name } };
    return {
      question: questionOf(cell, writtenCell(cell, { figure: row, write }), asked, askedTotal),
      label: labelled(name, headings[cell]),
    };
  });
  if (all.length === 0) return <p className="nothing">{t('nothingBought')}</p>;

  const sums = comparedCells.map((cell) => {
    const written = total && writtenCell(cell, { figure: total, write });
    const label = labelled(totalName, headings[cell]);
    return [
      cell,
      written !== undefined && (
        <WhyButton key={cell} question={questionOf(cell, written, askedTotal)} label={label}>
          {written}
        </WhyButton>
      ),
    ];
  });
  const name = t('lists:total', {
    rows: formatCount(all.length),
    unit: props.unit(all.length),
  });
  return (
    <ListTable
      label={t('listTitle', { list: props.label })}
      {...{ columns, rows, body }}
      keyOf={(row) => row.name}
      order={{
        current: order,
        // Pressed again the changes turn round.
        onChoose: (next: ComparisonOrder) =>
          setOrder(next === order && next !== 'value' ? turned[next] : next),
      }}
      totals={[{ name, ...Object.fromEntries(sums) }]}
      isStale={props.isStale}
    />
  );
}

function useComparedColumns(options: ComparedColumnsOptions): readonly ListColumn<ComparedRow>[] {
  const { headings, rows, order, isPerMonth, nameHeading, nameOf, to, write } = options;
  const { t } = useTranslation('compare');
  const onFollow = useFollowedLinks();
  return useMemo(() => {
    const unit = isPerMonth && <span className="compared-list__unit"> {t('perMonth')}</span>;
    const nameCell = (row: ComparedRow) => {
      const name = nameOf ? nameOf(row.name) : row.name;
      const only = row.only && t('only', { period: row.only === 'this' ? headings.value : headings.other });
      return (
        <>
          {row.only === 'other' ? name : <RowLink {...{ to: to(row.name), onFollow, name }}>{name}</RowLink>}
          {only && <span className="note compared-list__only"> {only}</span>}
        </>
      );
    };
    return [
      { key: 'name', kind: 'name', heading: nameHeading, cell: nameCell },
      ...comparedCells.map(
        (cell): ListColumn<ComparedRow> => ({
          key: cell,
          kind: 'figure',
          heading: breakable(headings[cell]),
          ...(cell === 'value' && { unit, order: 'value' }),
          ...(cell === 'other' && { unit }),
          ...(cell === 'change' && orderOfChange(order)),
          cell: (row) => writtenCell(cell, { figure: row, write }),
          bar: partOfLargest(rows, (row) => row[cell]),
        }),
      ),
    ];
  }, [headings, rows, order, isPerMonth, nameHeading, nameOf, to, write, onFollow, t]);
}

function orderOfChange(order: ComparisonOrder): Pick<ListColumn<ComparedRow>, 'order' | 'sorted'> {
  if (order === 'decrease') return { order, sorted: 'ascending' };
  return { order: 'increase' };
}

/** A period that only breaks after its dash. */
function breakable(period: string): string {
  return period.replace(' –', '\u00a0–');
}
