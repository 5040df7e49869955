import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Columns } from '../../../api/arrow.ts';
import { useFollowedLinks } from '../../../components/hooks/use-followed-links.ts';
import { type ListColumn, type ListOrder, useListColumns } from '../../../components/tables/list-columns.ts';
import { ListTable } from '../../../components/tables/list-table.tsx';
import { partOfLargest } from '../../../components/tables/part-of-largest.ts';
import { formatCount } from '../../../i18n/formats.ts';
import { labelled } from '../../../i18n/labelled.ts';
import type { ListQuestions } from '../explain/list-questions.ts';
import { useRowFigures } from '../explain/use-figure-cells.ts';
import { whySum } from '../explain/why-button.tsx';
import { RowLink } from '../layout/row-link.tsx';
import { isOfMember, listColumnsOf, type MemberColumn, memberTotals } from '../members/member-columns.tsx';
import { formatOf, type Measure, measures } from './measures.ts';

export interface AggregateColumn<Key extends string> {
  key: Key;
  heading: string;
  format: (value: number | null | undefined) => string;
}

interface AggregateTableProps<Key extends string> {
  label: string;
  /** Heading of the first column. */
  nameHeading: string;
  columns: readonly AggregateColumn<Key>[];
  /** undefined while it is loading. */
  answer: Columns<Record<Key, number>> | undefined;
  /** Numbers of the rows to show; null: all of them. */
  found: readonly number[] | null;
  /** Column of the answer that tells rows apart. */
  keyColumn: string;
  /** What a row is called, by its key, where it is not called so. */
  nameOf?: (key: string) => string;
  /** Address of what is behind a row. */
  to: (key: string) => string;
  /** Figures of the whole list, from the server, and its number of rows. */
  totals: (Record<Key, number> & { rowCount: number }) | null | undefined;
  /** Heads the totals for a number of rows; undefined while it is not known. */
  totalHeading: (rowCount: number | undefined) => string;
  /** What members of a combined statistic have of each row. */
  byMember?: readonly MemberColumn[];
  /** The column that phones show first: of the order, where the list has several. */
  firstOnPhones: Key;
  order?: ListOrder;
  /** Shows the rows of an earlier choice. */
  isStale: boolean;
  questions: ListQuestions;
}

const noColumns: readonly MemberColumn[] = [];

/** Groups of articles and their figures; a name leads to the articles behind it. */
export function AggregateTable<Key extends string>(props: AggregateTableProps<Key>) {
  const {
    label,
    nameHeading,
    columns: figures,
    answer,
    found,
    keyColumn,
    nameOf,
    to,
    totals,
    order,
    byMember = noColumns,
    ...rest
  } = props;
  const { totalHeading, isStale, questions } = rest;
  const onFollow = useFollowedLinks();
  const isOrdered = order !== undefined;
  const rows = useMemo(
    () => answer && (found ?? Array.from({ length: answer.rowCount }, (_, row) => row)),
    [answer, found],
  );
  const keyOf = useCallback(
    (row: number) => (answer ? rowKey(answer, keyColumn, row) : ''),
    [answer, keyColumn],
  );
  const all = useMemo((): ListColumn<number>[] => {
    const nameCell = (row: number) => {
      const key = keyOf(row);
      const name = nameOf ? nameOf(key) : key;
      return <RowLink {...{ to: to(key), onFollow, name }}>{name}</RowLink>;
    };
    const members = listColumnsOf(byMember, keyOf);
    return [
      { key: 'name', kind: 'name', heading: nameHeading, cell: nameCell },
      ...figures.flatMap(({ key, heading, format }): ListColumn<number>[] => [
        {
          key,
          kind: 'figure',
          heading,
          order: isOrdered ? key : undefined,
          cell: (row) => format(answer?.cell(key, row)),
          ...(answer && {
            bar: partOfLargest(Array(answer.rowCount).keys(), (row) => answer.cell(key, row)),
          }),
        },
        // Beside the turnover of all of them.
        ...(key === 'efPreisSum' ? members : []),
      ]),
    ];
  }, [figures, isOrdered, nameHeading, answer, keyOf, nameOf, to, onFollow, byMember]);
  const columns = useListColumns(all, {
    firstOnPhones: useMemo(
      () => [...byMember.map(({ key }) => key), props.firstOnPhones],
      [byMember, props.firstOnPhones],
    ),
  });
  // Those of members are not explained.
  const explained = columns.slice(1).map((column) => (isOfMember(column) ? undefined : column));
  const body = useRowFigures(questions.rows, explained);
  return (
    <ListTable {...{ label, columns, rows, order, isStale, body }} keyOf={keyOf} totals={[sums()]} isFixed />
  );

  function sums(): Record<string, ReactNode> {
    if (!totals) return { name: totalHeading(undefined) };
    const heading = totalHeading(totals.rowCount);
    const sums = figures.map(({ key, heading: column, format }) => [
      key,
      whySum(questions.totals, {
        figure: key,
        label: labelled(heading, column),
        written: format(totals[key]),
      }),
    ]);
    const name = whySum(questions.totals, { figure: 'rowCount', label: nameHeading, written: heading });
    return { name, ...Object.fromEntries(sums), ...memberTotals(byMember) };
  }
}

/** What tells a row of an answer apart. */
export function rowKey<Row>(answer: Columns<Row>, keyColumn: string, row: number): string {
  return String(answer.cell(keyColumn as keyof Row & string, row));
}

interface MeasuredTableProps
  extends Omit<AggregateTableProps<Measure>, 'columns' | 'totalHeading' | 'firstOnPhones'> {
  /** What that many rows are called. */
  unit: (count: number) => string;
  order: ListOrder & { current: Measure };
}

/** A table of all measures, which can be ordered by any of them; on phones that one comes first. */
export function MeasuredTable(props: MeasuredTableProps) {
  const { t } = useTranslation('lists');
  const columns = useMemo(
    () => measures.map((key) => ({ key, heading: t(`column.${key}`), format: formatOf(key) })),
    [t],
  );
  const totalHeading = (rows: number | undefined) =>
    rows === undefined ? t('totalWaiting') : t('total', { rows: formatCount(rows), unit: props.unit(rows) });
  return (
    <AggregateTable
      {...props}
      columns={columns}
      firstOnPhones={props.order.current}
      totalHeading={totalHeading}
    />
  );
}
