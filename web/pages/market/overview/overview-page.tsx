import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { portfolioSummary } from '#analytics/views/portfolio-summary.ts';
import type { RowOf } from '../../../api/views.ts';
import { formatAmount } from '../../../i18n/formats.ts';
import { MarketList } from '../layout/market-list.tsx';
import { orderOf, stockoutsSince } from '../list-settings.ts';
import { factsOf } from '../stockout-badges.ts';
import { useStockoutColumns } from '../table/use-stockout-columns.tsx';
import { useMarketList } from '../use-market-list.ts';
import { MarketWhyButton } from '../why/market-why-button.tsx';
import { ManufacturerBars } from './manufacturer-bars.tsx';
import { NewStockouts } from './new-stockouts.tsx';
import './overview-page.css';
import { besideQuery } from '../market-page.ts';
import { overviewPage } from './overview-queries.ts';
import { sectionId, useSectionJump } from './use-section-jump.ts';

type Row = RowOf<(typeof overviewPage)['list']>;

const orders = overviewPage.choice.schema.shape.sortBy.def.innerType.options;
const ordersWithoutAmounts = orders.filter((order) => order !== 'turnoverPotential');
const columnOrders = { product: 'productName', potential: 'turnoverPotential', manufacturer: 'manufacturer' };
const keyOf = ({ gtin }: Row) => gtin;

/** Stock-outs of other manufacturers: what is new, how many each has, and the products with what could replace them. */
export function Component() {
  const { t } = useTranslation('market');
  const list = useMarketList(overviewPage);
  const { choice, choose, rows, listed, found, sums, seesAmounts } = list;
  const summary = useQuery(besideQuery(portfolioSummary, choice));
  const inSections = list.shown.sortBy === 'manufacturer';
  const isWhole = found !== undefined && found === listed && !rows.isPlaceholderData;
  const jump = useSectionJump(inSections && isWhole);
  const columns = useStockoutColumns<Row>(
    [
      'product',
      ...(inSections ? [] : (['manufacturer'] as const)),
      'duration',
      'alternative',
      ...(seesAmounts ? (['potential'] as const) : []),
    ],
    columnOrders,
  );
  const order = orderOf(list, seesAmounts ? orders : ordersWithoutAmounts);
  // Who does not see potentials gets names.
  if (!seesAmounts && order.current === 'turnoverPotential') order.current = 'productName';
  const section = useMemo(
    () =>
      inSections
        ? {
            of: (row: Row) => row.hersteller1 ?? '',
            idOf: (row: Row) => sectionId(row.hersteller1),
            head: (row: Row) => (
              <>
                {row.hersteller1 ?? t('noManufacturer')}{' '}
                <span className="market-table__sum">
                  <MarketWhyButton
                    figure="stockOutCount"
                    label={row.hersteller1 ?? t('noManufacturer')}
                    row={row}
                  >
                    {t('products', { count: row.stockOutCount })}
                  </MarketWhyButton>
                </span>
              </>
            ),
          }
        : undefined,
    [inSections, t],
  );

  return (
    <MarketList
      title={t('overview.title')}
      page={overviewPage}
      list={list}
      since={stockoutsSince(t, list)}
      order={order}
      counted="rowCount"
      empty={{
        title: t('empty.title'),
        text: list.isChanged ? t('empty.filtered') : undefined,
      }}
      head={
        <div className="overview-head">
          <NewStockouts rows={listed} isStale={rows.isPlaceholderData} />
          <ManufacturerBars
            counts={summary}
            onChoose={(manufacturer) => {
              list.find.setText('');
              if (choice.sortBy !== 'manufacturer') choose({ sortBy: 'manufacturer' });
              jump(manufacturer);
            }}
          />
        </div>
      }
      table={{
        columns,
        rows: found,
        keyOf,
        section,
        factsOf,
        totals: {
          potential: (
            <MarketWhyButton figure="turnoverPotential" label={t('column.potential')}>
              {formatAmount(sums?.turnoverPotential)}
            </MarketWhyButton>
          ),
        },
      }}
    />
  );
}
