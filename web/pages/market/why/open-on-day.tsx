import { Spinner } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { stockoutOpen } from '#analytics/views/stockoutstat.ts';
import { market } from '../../../api/market.ts';
import { type ParametersOf, rowsQuery } from '../../../api/views.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { RowsInSteps } from '../../../components/tables/rows-in-steps.tsx';
import { ScrollingTable } from '../../../components/tables/scrolling-table.tsx';
import { formatDate } from '../../../i18n/formats.ts';

interface OpenOnDayProps {
  parameters: ParametersOf<typeof stockoutOpen>;
  label: string;
}

/** The products that a series counts on a day: no page lists them. */
export function OpenOnDay({ parameters, label }: OpenOnDayProps) {
  const { t } = useTranslation(['marketWhy', 'stockout']);
  const { data: rows, error, refetch } = useQuery(rowsQuery(market, stockoutOpen, parameters));
  if (error) return <FailureNotice error={error} onRetry={refetch} />;
  if (!rows) return <Spinner aria-label={t('marketWhy:loading')} />;
  if (rows.length === 0) return <p>{t('marketWhy:none')}</p>;
  return (
    <div className="why-dialog__rows">
      <ScrollingTable label={label}>
        <thead>
          <tr>
            <th scope="col">{t('stockout:changes.product')}</th>
            <th scope="col">{t('stockout:changes.manufacturer')}</th>
            <th scope="col">{t('stockout:changes.missingOn')}</th>
          </tr>
        </thead>
        <tbody>
          <RowsInSteps rows={rows}>
            {(row) => (
              <tr key={row.gtin}>
                <th scope="row">{row.productName}</th>
                <td>{row.manufacturer ?? '–'}</td>
                <td>{formatDate(row.missingOn)}</td>
              </tr>
            )}
          </RowsInSteps>
        </tbody>
      </ScrollingTable>
    </div>
  );
}
