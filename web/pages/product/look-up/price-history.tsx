import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { productPricesQuery } from '../../../api/products.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { PlotFigure } from '../../../components/hooks/plot-figure.tsx';
import { ScrollingTable } from '../../../components/tables/scrolling-table.tsx';
import { formatAmount, formatDate } from '../../../i18n/formats.ts';
import { pricesPlot } from './prices-plot.ts';

/** The prices of a product over the published catalogues: a small chart, and the same as a table. */
export function PriceHistory({ gtin }: { gtin: string }) {
  const { t } = useTranslation('merged');
  const prices = useQuery(productPricesQuery(gtin));
  const { data } = prices;
  const options = useMemo(
    () => (width: number) =>
      pricesPlot(data ?? [], { width, exFactory: t('field.exFactoryPrice'), public: t('field.publicPrice') }),
    [data, t],
  );
  if (prices.isError) {
    return <FailureNotice intent="warning" error={prices.error} onRetry={prices.refetch} />;
  }
  if (!data) {
    return <div className="product-page__chart bp6-skeleton" role="status" aria-label={t('loading')} />;
  }
  return (
    <>
      <p className="product-page__legend" aria-hidden="true">
        <span data-price="exFactory">{t('field.exFactoryPrice')}</span>
        <span data-price="public">{t('field.publicPrice')}</span>
      </p>
      <PlotFigure options={options} height={180} />
      <ScrollingTable label={t('history.title')}>
        <thead>
          <tr>
            <th scope="col">{t('current.revision')}</th>
            <th scope="col">{t('priceDate')}</th>
            <th scope="col">{t('field.exFactoryPrice')}</th>
            <th scope="col">{t('field.publicPrice')}</th>
          </tr>
        </thead>
        <tbody>
          {data.toReversed().map((each) => (
            <tr key={each.revision}>
              <th scope="row">{each.revision}</th>
              <td>{formatDate(each.priceDate)}</td>
              <td>{formatAmount(each.exFactoryPrice)}</td>
              <td>{formatAmount(each.publicPrice)}</td>
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
    </>
  );
}
