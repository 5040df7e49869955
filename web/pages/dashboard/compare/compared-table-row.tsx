import { type MouseEvent, memo } from 'react';
import type { ComparedFigure } from '../../../api/comparison.ts';
import { RowLink } from '../layout/row-link.tsx';
import { type ComparedRow, comparedCells, writtenCell } from './compared-rows.ts';

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

export const ComparedTableRow = memo(function ComparedTableRow({
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
