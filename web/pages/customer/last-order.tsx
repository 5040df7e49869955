import { Classes } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import type { LastOrder } from '#shared/schemas/customer-page.ts';
import { requestJson } from '../../api/client.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { Link } from '../../components/navigation/link.tsx';
import { ScrollingTable } from '../../components/tables/scrolling-table.tsx';
import { formatAmount, formatCount, formatDate, formatTimeRange } from '../../i18n/formats.ts';

/** What the customer's last order brought, in a sentence, and how that is known. */
export function LastOrderBrought({ number }: { number: string }) {
  const { t } = useTranslation('customer');
  const { data, error, refetch } = useQuery({
    queryKey: ['customer-last-order', number],
    queryFn: ({ signal }) =>
      requestJson<LastOrder>(`/customers/${encodeURIComponent(number)}/last-order`, { signal }),
    staleTime: 0,
  });
  if (error && !data) return <FailureNotice error={error} onRetry={refetch} />;
  if (!data) return <p className={Classes.SKELETON}>{t('lastOrder.loading')}</p>;
  const { order, result } = data;
  const all = (
    <p>
      <Link to={`/customer/${encodeURIComponent(number)}/brought`}>{t('brought.all')}</Link>
    </p>
  );
  const instead = (text: string) => (
    <>
      <p className="note customer__note">{text}</p>
      {all}
    </>
  );
  if (!order) return instead(t('lastOrder.none'));
  const which = { order: order.order, date: formatDate(order.madeAt) };
  if (!result) return instead(t('lastOrder.unknown', which));
  const { statistic, ordered, bought, competitor, turnoverPerYear } = result;
  return (
    <>
      <p className="customer__brought">
        {t('lastOrder.bought', {
          ordered: formatCount(ordered),
          bought: formatCount(bought),
          amount: formatCount(turnoverPerYear),
        })}{' '}
        {t('lastOrder.competitor', { count: competitor, products: formatCount(competitor) })}
      </p>
      <p className="note customer__note">
        <Trans
          t={t}
          i18nKey="lastOrder.measured"
          values={{ ...which, period: formatTimeRange(statistic) }}
          components={[<Link key="0" to={`/dashboard/${statistic.directLinkId}`} />]}
        />{' '}
        {result.beginsBefore && t('lastOrder.beginsBefore')}
      </p>
      <details className="customer__explained">
        <summary>{t('lastOrder.how')}</summary>
        <p className="note customer__note">
          {t('lastOrder.howText', { months: formatCount(statistic.months) })}
        </p>
        {result.withoutPrice > 0 && (
          <p className="note customer__note">
            {t('lastOrder.withoutPrice', {
              count: result.withoutPrice,
              products: formatCount(result.withoutPrice),
            })}
          </p>
        )}
        <ScrollingTable label={t('lastOrder.products')}>
          <thead>
            <tr>
              <th scope="col">{t('lastOrder.column.product')}</th>
              <th scope="col">{t('lastOrder.column.state')}</th>
              <th scope="col">{t('lastOrder.column.ordered')}</th>
              <th scope="col">{t('lastOrder.column.bought')}</th>
              <th scope="col">{t('lastOrder.column.perYear')}</th>
              <th scope="col">{t('lastOrder.column.competitor')}</th>
            </tr>
          </thead>
          <tbody>
            {result.products.map((product) => (
              <tr key={product.gtin}>
                <th scope="row">{product.productDescription}</th>
                <td>{t(`lastOrder.state.${product.state}`)}</td>
                <td>{formatCount(product.packsOrdered)}</td>
                <td>{formatCount(product.packsBought)}</td>
                <td>{formatAmount(product.turnoverPerYear)}</td>
                <td>{formatCount(product.competitorPacks)}</td>
              </tr>
            ))}
          </tbody>
        </ScrollingTable>
      </details>
      {all}
    </>
  );
}
