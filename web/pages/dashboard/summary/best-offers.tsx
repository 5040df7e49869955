import { Button, Card } from '@blueprintjs/core';
import { Download, ShoppingCart } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { product } from '#analytics/views/product.ts';
import type { RowOf } from '../../../api/views.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { useMadeFile } from '../../../components/feedback/made-file.tsx';
import { Link } from '../../../components/navigation/link.tsx';
import { useDashboardPath } from '../../../components/navigation/use-dashboard-path.ts';
import { formatAmount, formatCount } from '../../../i18n/formats.ts';
import { listQuestions } from '../explain/list-questions.ts';
import { WhyButton } from '../explain/why-button.tsx';
import { SingleChoice } from '../filter/toolbar.tsx';
import { ToCartButton, useToCart } from '../to-cart/to-cart-button.tsx';
import {
  bestOffersQuery,
  general,
  questionOf,
  type Rank,
  rankIn,
  rankParameter,
  ranks,
} from './best-offers-query.ts';

type Offer = RowOf<typeof product>;

/** What to offer: the articles bought whose deliverable alternative would turn over most, or save the customer most. */
export function BestOffers({ directLinkId, provider }: { directLinkId: string; provider: string }) {
  const { t } = useTranslation('dashboard');
  const [parameters, setParameters] = useSearchParams();
  const rank = rankIn(parameters);
  const offers = useQuery(bestOffersQuery(directLinkId, rank));
  const toCart = useToCart(directLinkId);
  const handout = useMadeFile();
  const pathOf = useDashboardPath(directLinkId);
  const { data: rows } = offers;
  const { rows: question } = listQuestions({ list: product, totals: product }, questionOf(rank));

  function choose(chosen: Rank) {
    const changed = new URLSearchParams(parameters);
    changed.set(rankParameter, chosen);
    setParameters(changed, { replace: true });
  }

  function downloadHandout() {
    const query = new URLSearchParams({ sortBy: rank });
    void handout.start(`/statistics/${encodeURIComponent(directLinkId)}/handout`, query);
  }

  function figure(offer: Offer, name: 'qtySum1' | 'turnoverPotential' | 'customersGain', written: string) {
    return (
      <WhyButton question={{ ...question, row: offer.article, figure: name }} label={t(`offers.${name}`)}>
        {written}
      </WhyButton>
    );
  }

  const gtins = [...new Set(rows?.flatMap(({ alternativeGTIN }) => alternativeGTIN ?? []))];
  return (
    <Card className="summary__card best-offers">
      <div className="row gap-4 best-offers__header">
        <h2>{t('offers.title')}</h2>
        <SingleChoice
          label={t('offers.rank')}
          options={ranks.map((value) => ({ value, text: t(`offers.by.${value}`) }))}
          current={rank}
          onChoose={choose}
        />
        <Button
          variant="outlined"
          icon={<Download />}
          text={t('offers.handout')}
          loading={handout.isUnderWay}
          onClick={downloadHandout}
        />
        {toCart && (
          <Button
            icon={<ShoppingCart />}
            intent="primary"
            text={t('offers.all')}
            disabled={gtins.length === 0 || offers.isPlaceholderData}
            onClick={() => toCart(gtins)}
          />
        )}
      </div>
      {handout.error !== null && <FailureNotice error={handout.error} onRetry={downloadHandout} />}
      {offers.isError && <FailureNotice error={offers.error} onRetry={offers.refetch} />}
      {rows?.length === 0 && <p>{t('offers.none')}</p>}
      {offers.isPending && <div className="bp6-skeleton" style={{ height: 438 }} aria-hidden="true" />}
      {rows && rows.length > 0 && (
        <table
          className="figure-table best-offers__table"
          aria-label={t('offers.title')}
          aria-busy={offers.isPlaceholderData}
        >
          <thead>
            <tr>
              <th scope="col">{t('offers.product')}</th>
              <th scope="col">{t('offers.alternative', { provider })}</th>
              <th scope="col" className="best-offers__figure">
                {t('offers.qtySum1')}
              </th>
              <th scope="col" className="best-offers__figure">
                {t('offers.turnoverPotential')}
              </th>
              <th scope="col" className="best-offers__figure">
                {t('offers.customersGain')}
              </th>
              {toCart && (
                <th scope="col">
                  <span className="visually-hidden">{t('offers.cart')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((offer) => (
              <tr key={offer.article}>
                <th scope="row">
                  <Link to={pathOf('products', { article: [offer.article] })}>{offer.productName}</Link>
                </th>
                <td>{offer.alternativeProductName}</td>
                <td className="best-offers__figure" data-label={t('offers.qtySum1')}>
                  {figure(offer, 'qtySum1', formatCount(offer.qtySum1))}
                </td>
                <td className="best-offers__figure" data-label={t('offers.turnoverPotential')}>
                  {figure(offer, 'turnoverPotential', formatAmount(offer.turnoverPotential))}
                </td>
                <td className="best-offers__figure" data-label={t('offers.customersGain')}>
                  {figure(offer, 'customersGain', formatAmount(offer.customersGain))}
                </td>
                {toCart && (
                  <td className="best-offers__cart">
                    <ToCartButton
                      gtin={offer.alternativeGTIN!}
                      name={offer.alternativeProductName ?? ''}
                      toCart={toCart}
                    />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="note best-offers__note">
        <Link to={pathOf('products', { general: [...general] })}>{t('offers.more')}</Link>
        {' · '}
        {toCart && (
          <>
            <Link to={pathOf('pack')}>{t('offers.pack')}</Link>
            {' · '}
          </>
        )}
        {t('offers.listPrices')}
      </p>
    </Card>
  );
}
