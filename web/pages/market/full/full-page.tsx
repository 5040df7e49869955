import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowOf } from '../../../api/views.ts';
import { formatAmount, formatCount } from '../../../i18n/formats.ts';
import { labelled } from '../../../i18n/labelled.ts';
import { orderOf, stockoutsSince } from '../layout/list-settings.tsx';
import { MarketList } from '../layout/market-list.tsx';
import { fullPage } from '../list-queries.ts';
import { factsOf } from '../stockout-badges.ts';
import { useStockoutColumns } from '../table/use-stockout-columns.tsx';
import { useMarketList } from '../use-market-list.ts';
import { MarketWhyButton } from '../why/market-why-button.tsx';

type Row = RowOf<(typeof fullPage)['list']>;

const orders = fullPage.choice.schema.shape.sortBy.def.innerType.options;
const columnOrders = { potential: 'overallPotential', manufacturer: 'potentialPerCompetitor' };
const keyOf = ({ gtin }: Row) => gtin;

/** What the provider could sell while others cannot deliver: by competitor, or the largest potential first. */
export function Component() {
  const { t } = useTranslation('market');
  const list = useMarketList(fullPage);
  const { found, sums, seesAmounts } = list;
  const perCompetitor = list.shown.sortBy === 'potentialPerCompetitor';
  const columns = useStockoutColumns<Row>(
    [
      'product',
      ...(perCompetitor ? [] : (['manufacturer'] as const)),
      ...(seesAmounts ? (['qty', 'potential'] as const) : []),
      'duration',
      'alternative',
    ],
    seesAmounts ? columnOrders : {},
  );
  const section = useMemo(
    () =>
      perCompetitor
        ? {
            of: (row: Row) => row.hersteller1 ?? '',
            idOf: (row: Row) => `competitor-${encodeURIComponent(row.hersteller1 ?? '')}`,
            head: (row: Row) => <ManufacturerHeading row={row} />,
          }
        : undefined,
    [perCompetitor],
  );

  return (
    <MarketList
      title={t('full.title')}
      page={fullPage}
      list={list}
      since={stockoutsSince(t, list)}
      // Both orders are by potential: who does not see it gets names.
      {...(seesAmounts && { order: orderOf(list, orders) })}
      counted="rowCount"
      empty={{ title: t('empty.title'), text: t('empty.filtered') }}
      table={{
        columns,
        rows: found,
        keyOf,
        section,
        factsOf,
        totals: {
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
        },
      }}
      note={
        Boolean(sums?.potentialsUnknown) && (
          <p className="note market-table__note">
            <MarketWhyButton figure="potentialsUnknown" label={t('column.potential')}>
              {t('potentialsUnknown', { count: sums?.potentialsUnknown ?? 0 })}
            </MarketWhyButton>
          </p>
        )
      }
    />
  );
}

/** A manufacturer, and the sums of the rows below. */
function ManufacturerHeading({ row }: { row: RowOf<(typeof fullPage)['list']> }) {
  const { t } = useTranslation(['market', 'portal']);
  const { manufacturerCount, manufacturerQty, manufacturerPotential } = row;
  const name = row.hersteller1 ?? t('noManufacturer');
  return (
    <>
      {name}{' '}
      <span className="note market-table__sum">
        <MarketWhyButton figure="manufacturerCount" label={name} row={row}>
          {t('products', { count: manufacturerCount })}
        </MarketWhyButton>
        {typeof manufacturerQty === 'number' && (
          <>
            {', '}
            <MarketWhyButton figure="manufacturerQty" label={labelled(name, t('column.qty'))} row={row}>
              {t('portal:packs', { count: manufacturerQty })}
            </MarketWhyButton>
          </>
        )}
        {typeof manufacturerPotential === 'number' && (
          <>
            {', '}
            <MarketWhyButton
              figure="manufacturerPotential"
              label={labelled(name, t('column.potential'))}
              row={row}
            >
              {t('potential', { amount: formatAmount(manufacturerPotential) })}
            </MarketWhyButton>
          </>
        )}
      </span>
    </>
  );
}
