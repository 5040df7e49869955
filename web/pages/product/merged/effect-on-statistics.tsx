import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CatalogueEffect, effectQuery } from '../../../api/merged-products.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { Link } from '../../../components/navigation/link.tsx';
import { ScrollingTable } from '../../../components/tables/scrolling-table.tsx';
import { formatAmount, formatSigned, formatTimeRange } from '../../../i18n/formats.ts';

const figures = ['turnover', 'potential'] as const;

/** Turnover and potential of customers, before and after. */
export function EffectOnStatistics({ proposal }: { proposal: number }) {
  const { t } = useTranslation('merged');
  const effect = useQuery(effectQuery(proposal));
  const { data } = effect;
  return (
    <section aria-label={t('effect.title')} className="product-page__cards">
      <h3>{t('effect.title')}</h3>
      <p className="product-page__soft">{t('effect.intro')}</p>
      {effect.isError && <FailureNotice intent="warning" error={effect.error} onRetry={effect.refetch} />}
      {effect.isPending && (
        <div className="product-page__room bp6-skeleton" role="status" aria-label={t('loading')} />
      )}
      {data?.customers.length === 0 && <p role="status">{t('effect.none')}</p>}
      {data && data.customers.length > 0 && (
        <ScrollingTable label={t('effect.title')}>
          <thead>
            <tr>
              <th scope="col" data-text>
                {t('effect.customer')}
              </th>
              {figures.flatMap((figure) => [
                <th key={figure} scope="col">
                  {t(`effect.${figure}`)}
                </th>,
                <th key={`${figure}-after`} scope="col">
                  {t('effect.after')}
                </th>,
                <th key={`${figure}-change`} scope="col">
                  {t('effect.change')}
                </th>,
              ])}
            </tr>
          </thead>
          <tbody>
            {data.customers.map((customer) => (
              <tr key={customer.directLinkId}>
                <th scope="row" data-text>
                  <Link to={`/dashboard/${customer.directLinkId}`}>{customer.customerName || '–'}</Link>
                  <div className="product-page__soft">{formatTimeRange(customer)}</div>
                </th>
                <Figures {...customer} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" data-text>
                {t('effect.total')}
              </th>
              <Figures {...data} />
            </tr>
          </tfoot>
        </ScrollingTable>
      )}
    </section>
  );
}

function Figures({ before, after }: Pick<CatalogueEffect, 'before' | 'after'>) {
  return figures.flatMap((figure) => [
    <td key={figure}>{formatAmount(before?.[figure])}</td>,
    <td key={`${figure}-after`}>{formatAmount(after[figure])}</td>,
    <td key={`${figure}-change`}>
      {formatSigned(before === null ? null : after[figure] - before[figure], formatAmount)}
    </td>,
  ]);
}
