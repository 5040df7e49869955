import { memo } from 'react';
import { Link } from 'react-router';
import type { ComparedFigure } from '../../../api/comparison.ts';
import { formatShare, formatSigned } from '../../../i18n/formats.ts';
import { prepareAddress } from '../layout/prepare-page.ts';

interface ComparedCellsProps {
  figure: ComparedFigure;
  write: (value: number | null) => string;
}

interface ComparedTableRowProps extends Omit<ComparedCellsProps, 'figure'> {
  row: ComparedFigure;
  name: string;
  /** Address of what is behind the row; null where this period has nothing behind it. */
  to: string | null;
  /** Says which period alone has the row. */
  only: string | null;
}

export const ComparedTableRow = memo(function ComparedTableRow({
  row,
  name,
  to,
  only,
  write,
}: ComparedTableRowProps) {
  return (
    <tr>
      <th scope="row">
        {to ? (
          <Link to={to} onPointerEnter={() => prepareAddress(to)}>
            {name}
          </Link>
        ) : (
          name
        )}
        {only && <span className="compared-list__only"> {only}</span>}
      </th>
      <ComparedCells figure={row} write={write} />
    </tr>
  );
});

/** This period, the other one, the change, that in percent, and its part of the change of all rows. */
export function ComparedCells({ figure, write }: ComparedCellsProps) {
  const { value, other, change, changePercent, shareOfChange } = figure;
  return (
    <>
      <td>{write(value)}</td>
      <td>{write(other)}</td>
      <td>{formatSigned(change, write)}</td>
      <td>{formatSigned(changePercent, formatShare)}</td>
      <td>
        {(shareOfChange ?? 0) < 0 ? formatSigned(shareOfChange, formatShare) : formatShare(shareOfChange)}
      </td>
    </>
  );
}
