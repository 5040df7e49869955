import { type MouseEvent, memo } from 'react';
import { useFollowedLinks } from '../../../components/hooks/use-followed-links.ts';
import { RowsInSteps } from '../../../components/tables/rows-in-steps.tsx';
import { ScrollingTable } from '../../../components/tables/scrolling-table.tsx';
import { WaitingRows } from '../../../components/tables/waiting-rows.tsx';
import type { ListQuestions } from '../explain/list-questions.ts';
import { useRowFigures } from '../explain/use-figure-cells.ts';
import { WhyButton } from '../explain/why-button.tsx';
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
  order?: TableOrder<Key>;
  /** Shows the rows of an earlier choice. */
  isStale: boolean;
  questions: ListQuestions;
}

export interface TableOrder<Key extends string> {
  current: Key;
  onChoose: (key: Key) => void;
  /** Told of a heading that the pointer is on, so that its rows can be there before they are asked for. */
  onConsider: (key: Key) => void;
}

/** Groups of articles and their figures; a name leads to the articles behind it. */
export function AggregateTable<Key extends string>({
  columns,
  rows,
  totals,
  order,
  questions,
  ...props
}: AggregateTableProps<Key>) {
  const rowFigures = useRowFigures(questions.rows, columns);
  const follow = useFollowedLinks();
  return (
    <ScrollingTable
      label={props.label}
      isStale={props.isStale}
      sortedColumn={columns.findIndex(({ key }) => key === order?.current) + 2}
      isFixed
    >
      <thead>
        <tr>
          <th scope="col">{props.nameHeading}</th>
          {columns.map(({ key, heading }) => (
            <th
              key={key}
              scope="col"
              data-figure={key}
              aria-sort={key === order?.current ? 'descending' : undefined}
            >
              {order ? <SortButton sortKey={key} heading={heading} order={order} /> : heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...rowFigures}>
        {rows ? (
          <RowsInSteps rows={rows}>
            {(row) => <Row key={row.id} row={row} columns={columns} onFollow={follow} />}
          </RowsInSteps>
        ) : (
          <WaitingRows cells={columns.length} />
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            {totals ? (
              <WhyButton question={{ ...questions.totals, figure: 'rowCount' }} label={props.nameHeading}>
                {props.totalHeading(totals.rowCount)}
              </WhyButton>
            ) : (
              props.totalHeading(undefined)
            )}
          </th>
          {columns.map(({ key, heading, format }) => (
            <td key={key}>
              {totals && (
                <WhyButton
                  question={{ ...questions.totals, figure: key }}
                  label={`${props.totalHeading(totals.rowCount)}: ${heading}`}
                >
                  {format(totals[key])}
                </WhyButton>
              )}
            </td>
          ))}
        </tr>
      </tfoot>
    </ScrollingTable>
  );
}

interface SortButtonProps<Key extends string> {
  sortKey: Key;
  heading: string;
  order: TableOrder<Key>;
}

function SortButton<Key extends string>({ sortKey, heading, order }: SortButtonProps<Key>) {
  return (
    <button
      type="button"
      className="data-table__sort"
      onClick={() => order.onChoose(sortKey)}
      onPointerEnter={() => order.onConsider(sortKey)}
    >
      {heading}
    </button>
  );
}

interface RowProps<Key extends string> {
  row: AggregateRow<Key>;
  columns: readonly AggregateColumn<Key>[];
  onFollow: (event: MouseEvent) => void;
}

const Row = memo(PlainRow) as typeof PlainRow;

function PlainRow<Key extends string>({ row, columns, onFollow }: RowProps<Key>) {
  return (
    <tr data-row={row.id}>
      <th scope="row">
        <RowLink to={row.to} onFollow={onFollow} name={row.name}>
          {row.name}
        </RowLink>
      </th>
      {columns.map(({ key, format }) => (
        <td key={key}>{format(row[key])}</td>
      ))}
    </tr>
  );
}
