import { type ReactNode, useMemo } from 'react';
import { useFollowedLinks } from '../../../components/hooks/use-followed-links.ts';
import { type ListColumn, type ListOrder, useListColumns } from '../../../components/tables/list-columns.ts';
import { ListTable } from '../../../components/tables/list-table.tsx';
import type { ListQuestions } from '../explain/list-questions.ts';
import { useRowFigures } from '../explain/use-row-figures.ts';
import { whySum } from '../explain/why-button.tsx';
import { RowLink } from '../layout/row-link.tsx';

export interface AggregateColumn<Key extends string> {
  key: Key;
  heading: string;
  format: (value: number | null | undefined) => string;
}

export type AggregateRow<Key extends string> = Record<Key, number> & {
  /** What tells rows apart. */
  id: string;
  name: string;
  /** Address of what is behind the row. */
  to: string;
};

interface AggregateTableProps<Key extends string> {
  label: string;
  /** Heading of the first column. */
  nameHeading: string;
  columns: readonly AggregateColumn<Key>[];
  rows: readonly AggregateRow<Key>[] | undefined;
  /** Figures of the whole list, from the server, and its number of rows. */
  totals: (Record<Key, number> & { rowCount: number }) | null | undefined;
  /** Heads the totals for a number of rows; undefined while it is not known. */
  totalHeading: (rowCount: number | undefined) => string;
  /** The column that phones show first: of the order, where the list has several. */
  firstOnPhones: Key;
  order?: ListOrder;
  /** Shows the rows of an earlier choice. */
  isStale: boolean;
  questions: ListQuestions;
}

/** Groups of articles and their figures; a name leads to the articles behind it. */
export function AggregateTable<Key extends string>(props: AggregateTableProps<Key>) {
  const {
    label,
    nameHeading,
    columns: figures,
    rows,
    totals,
    totalHeading,
    order,
    questions,
    isStale,
  } = props;
  const onFollow = useFollowedLinks();
  const isOrdered = order !== undefined;
  const all = useMemo((): ListColumn<AggregateRow<Key>>[] => {
    const name = ({ to, name }: AggregateRow<Key>) => <RowLink {...{ to, onFollow, name }}>{name}</RowLink>;
    return [
      { key: 'name', kind: 'name', heading: nameHeading, cell: name },
      ...figures.map(
        ({ key, heading, format }): ListColumn<AggregateRow<Key>> => ({
          key,
          kind: 'figure',
          heading,
          order: isOrdered ? key : undefined,
          cell: (row) => format(row[key]),
        }),
      ),
    ];
  }, [figures, isOrdered, nameHeading, onFollow]);
  const columns = useListColumns(all, {
    firstOnPhones: useMemo(() => [props.firstOnPhones], [props.firstOnPhones]),
  });
  const body = useRowFigures(questions.rows, columns.slice(1));
  return (
    <ListTable {...{ label, columns, rows, order, isStale, body }} keyOf={idOf} totals={[sums()]} isFixed />
  );

  function sums(): Record<string, ReactNode> {
    if (!totals) return { name: totalHeading(undefined) };
    const heading = totalHeading(totals.rowCount);
    const sums = figures.map(({ key, heading: column, format }) => [
      key,
      whySum(questions.totals, { figure: key, label: `${heading}: ${column}`, written: format(totals[key]) }),
    ]);
    const name = whySum(questions.totals, { figure: 'rowCount', label: nameHeading, written: heading });
    return { name, ...Object.fromEntries(sums) };
  }
}

function idOf({ id }: { id: string }): string {
  return id;
}
