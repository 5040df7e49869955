import { Classes } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';

interface WaitingRowsProps {
  rows?: number;
  /** Of a row, beside the name. */
  cells: number;
  /** Pixels of a row where those that come have a height of their own, so that nothing below is seen and moves. */
  height?: number;
}

/** Stand in a table's body for the rows to come. */
export function WaitingRows({ rows = 12, cells, height }: WaitingRowsProps) {
  const { t } = useTranslation('dashboard');
  return Array.from({ length: rows }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have nothing else.
    <tr key={index} style={{ height }}>
      <th scope="row">
        {index === 0 && <span className="visually-hidden">{t('loading')}</span>}
        <span className={Classes.SKELETON} aria-hidden="true">
          {'0'.repeat(24 + ((index * 7) % 13))}
        </span>
      </th>
      <td colSpan={cells} />
    </tr>
  ));
}
