import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowOf } from '../../../api/views.ts';
import { formatAmount, formatCount } from '../../../i18n/formats.ts';
import { SortPopover } from '../../dashboard/filter/sort-popover.tsx';
import { ListState } from '../../dashboard/layout/list-state.tsx';
import { BadgeLegend } from '../../dashboard/products/badge-legend.tsx';
import { useBadgeTexts } from '../../dashboard/products/use-badge-texts.ts';
import { MarketHeader } from '../layout/market-header.tsx';
import { MarketToolbar } from '../layout/market-toolbar.tsx';
import { NoFeeding } from '../layout/no-feeding.tsx';
import { SinceField } from '../layout/since-field.tsx';
import { listFacts } from '../list-facts.ts';
import { factsOf, stockoutBadgeKinds } from '../stockout-badges.ts';
import { MarketTable } from '../table/market-table.tsx';
import { useStockoutColumns } from '../table/use-stockout-columns.tsx';
import { useMarketList } from '../use-market-list.ts';
import { MarketWhy } from '../why/market-why.tsx';
import { MarketWhyButton } from '../why/market-why-button.tsx';
import { fullPage } from './full-queries.ts';

type Row = RowOf<(typeof fullPage)['list']>;
type Order = (typeof orders)[number];

const orders = fullPage.choice.schema.shape.sortBy.unwrap().options;
const columnOrders = { potential: 'overallPotential', manufacturer: 'potentialPerCompetitor' };
const keyOf = ({ gtin }: Row) => gtin;

/** What the provider could sell while others cannot deliver: by competitor, or the largest potential first. */
export function Component() {
  const { t } = useTranslation('market');
  const list = useMarketList(fullPage);
  const { choice, choose, consider, rows, totals, found } = list;
  const texts = useBadgeTexts();
  const perCompetitor = list.shown.sortBy === 'potentialPerCompetitor';
  const columns = useStockoutColumns<Row>(
    perCompetitor
      ? ['product', 'qty', 'potential', 'duration', 'alternative']
      : ['product', 'manufacturer', 'qty', 'potential', 'duration', 'alternative'],
    columnOrders,
  );
  const section = useMemo(
    () =>
      perCompetitor
        ? {
            of: (row: Row) => row.hersteller1 ?? '',
            idOf: (row: Row) => `competitor-${encodeURIComponent(row.hersteller1 ?? '')}`,
            head: (row: Row) => (
              <>
                {row.hersteller1 ?? t('noManufacturer')}{' '}
                <span className="market-table__sum">
                  {[
                    t('products', { count: row.manufacturerCount }),
                    ...(row.manufacturerQty === null
                      ? []
                      : [
                          t('packs', { count: row.manufacturerQty, packs: formatCount(row.manufacturerQty) }),
                        ]),
                    ...(row.manufacturerPotential === null
                      ? []
                      : [t('potential', { amount: formatAmount(row.manufacturerPotential) })]),
                  ].join(', ')}
                </span>
              </>
            ),
          }
        : undefined,
    [perCompetitor, t],
  );
  const order = {
    current: choice.sortBy,
    onChoose: (sortBy: string) => choose({ sortBy: sortBy as Order }),
    onConsider: (sortBy: string) => consider({ sortBy: sortBy as Order }),
  };
  const { data: sums } = totals;
  const facts = listFacts(t, sums && { ...sums, products: sums.rowCount });

  return (
    <article>
      <MarketHeader title={t('full.title')} facts={facts} />
      <MarketToolbar list={list}>
        <SinceField
          label={t('since')}
          day={choice.stockOutSince}
          months={6}
          onChoose={(stockOutSince) => choose({ stockOutSince })}
        />
        <SortPopover orders={orders} {...order} />
      </MarketToolbar>
      {sums?.feeding === false && <NoFeeding />}
      <ListState
        rows={rows}
        totals={totals}
        isChanged={list.isChanged}
        onReset={list.reset}
        empty={{ title: t('empty.title'), text: t('empty.filtered') }}
      >
        <MarketWhy page={fullPage} asked={list.asked} sums={sums ?? undefined}>
          <MarketTable
            label={t('full.title')}
            columns={columns}
            rows={found}
            keyOf={keyOf}
            section={section}
            factsOf={factsOf}
            totals={{
              product: (
                <MarketWhyButton figure="rowCount" label={t('column.product')}>
                  {t('total', { count: sums?.rowCount ?? 0, rows: formatCount(sums?.rowCount) })}
                </MarketWhyButton>
              ),
              qty: (
                <MarketWhyButton figure="qty" label={t('column.qty')}>
                  {formatCount(sums?.qty)}
                </MarketWhyButton>
              ),
              potential: (
                <MarketWhyButton figure="turnoverPotential" label={t('column.potential')}>
                  {formatAmount(sums?.turnoverPotential)}
                </MarketWhyButton>
              ),
            }}
            order={order}
            isStale={rows.isPlaceholderData}
          />
        </MarketWhy>
        {Boolean(sums?.potentialsUnknown) && (
          <p className="market-table__note">
            {t('potentialsUnknown', { count: sums?.potentialsUnknown ?? 0 })}
          </p>
        )}
        <BadgeLegend label={t('legend')} texts={texts} kinds={stockoutBadgeKinds} />
      </ListState>
    </article>
  );
}
