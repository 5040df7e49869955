import { Classes } from '@blueprintjs/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { duplicateProductsTotals } from '#analytics/views/duplicate-products.ts';
import type { RowOf } from '../../../api/views.ts';
import { ScrollingTable } from '../../../components/scrolling-table.tsx';
import { useRowsInSteps } from '../../../components/use-rows-in-steps.ts';
import { formatAmount, formatCount } from '../../../i18n/formats.ts';
import { useProvider } from '../filter/use-filter-texts.ts';
import type { DuplicateSet } from './duplicate-sets.ts';
import './duplicates-table.css';

const setsOfAScreen = 25;

interface DuplicatesTableProps {
  sets: readonly DuplicateSet[] | undefined;
  totals: RowOf<typeof duplicateProductsTotals> | null | undefined;
}

/** The provider's product in bold, below it the competitors' articles that it could replace. */
export function DuplicatesTable({ sets, totals }: DuplicatesTableProps) {
  const { t } = useTranslation('lists');
  const { provider } = useProvider();
  return (
    <div className="duplicates">
      <ScrollingTable label={t('duplicates.title')}>
        <thead>
          <tr>
            <th scope="col">{t('duplicates.product')}</th>
            <th scope="col">{t('column.qtySum')}</th>
            <th scope="col">{t('column.efPreis')}</th>
            <th scope="col">{t('column.pPreis')}</th>
            <th scope="col">{t('column.turnoverPotential')}</th>
          </tr>
        </thead>
        {sets ? <Sets sets={sets} /> : <WaitingRows />}
        <tfoot>
          <tr>
            <th scope="row">{t('duplicates.totalProvider', { provider })}</th>
            <td>{totals && formatCount(totals.qty2)}</td>
            <td />
            <td />
            <td />
          </tr>
          <tr>
            <th scope="row">{t('duplicates.totalCompetitors')}</th>
            <td>{totals && formatCount(totals.qty1)}</td>
            <td />
            <td />
            <td>{totals && formatAmount(totals.turnoverPotential)}</td>
          </tr>
        </tfoot>
      </ScrollingTable>
    </div>
  );
}

function Sets({ sets }: { sets: readonly DuplicateSet[] }) {
  const shown = useRowsInSteps(sets, setsOfAScreen);
  return shown.map((set) => <SetRows key={set.gtin} set={set} />);
}

const SetRows = memo(function SetRows({ set }: { set: DuplicateSet }) {
  const { provider, competitors } = set;
  return (
    <tbody className="duplicates__set">
      <tr className="duplicates__provider">
        <th scope="rowgroup">{provider.description2}</th>
        <td>{formatCount(provider.qty2)}</td>
        <td>{formatAmount(provider.efPreis2)}</td>
        <td>{formatAmount(provider.pPreis2)}</td>
        <td />
      </tr>
      {competitors.map((row) => (
        <tr key={row.gtiN1}>
          <th scope="row">{row.description1}</th>
          <td>{formatCount(row.qty1)}</td>
          <td>{formatAmount(row.efPreis1)}</td>
          <td>{formatAmount(row.pPreis1)}</td>
          <td>{formatAmount(row.turnoverPotential)}</td>
        </tr>
      ))}
    </tbody>
  );
});

function WaitingRows() {
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: 12 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have nothing else.
        <tr key={index}>
          <th>
            <span className={Classes.SKELETON}>{'0'.repeat(28 + ((index * 7) % 11))}</span>
          </th>
          {['qty', 'ef', 'p', 'potential'].map((key) => (
            <td key={key}>
              <span className={Classes.SKELETON}>00000</span>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
