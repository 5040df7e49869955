import { type MouseEvent, memo } from 'react';
import type { ComparedFigure } from '../../../api/comparison.ts';
import { formatShare, formatSigned } from '../../../i18n/formats.ts';
import { RowLink } from '../layout/row-link.tsx';
import type { ComparedRow } from './compared-rows.ts';
import { type ComparedCell, comparedCells } from './use-compared-questions.ts';

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

/** What a cell shows: this period, the other one, the change, that in percent, and its part of the change of all rows. */
export function writtenCell(cell: ComparedCell, { figure, write }: ComparedCellsProps): string {
  const { value, other, change, changePercent, shareOfChange } = figure;
  if (cell === 'value') return write(value);
  if (cell === 'other') return write(other);
  if (cell === 'change') return formatSigned(change, write);
  if (cell === 'changePercent') return formatSigned(changePercent, formatShare);
  return (shareOfChange ?? 0) < 0 ? formatSigned(shareOfChange, formatShare) : formatShare(shareOfChange);
}
