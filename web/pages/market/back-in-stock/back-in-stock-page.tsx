import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { daysBetween, monthsBefore } from '#shared/calendar.ts';
import type { RowOf } from '../../../api/views.ts';
import { CustomersOfProduct } from '../../../components/dialogs/customers-of-product.tsx';
import { useToday } from '../../../components/hooks/use-today.ts';
import type { ListColumn } from '../../../components/tables/list-columns.ts';
import { formatAmount, formatDate, todayIn } from '../../../i18n/formats.ts';
import { orderOf } from '../layout/list-settings.tsx';
import { MarketList } from '../layout/market-list.tsx';
import { backInStockPage } from '../list-queries.ts';
import { type CustomersOf, useCustomersOf, useMarketList } from '../use-market-list.ts';
import { MarketWhyButton } from '../why/market-why-button.tsx';
import { periodOf } from '../why/source-of.ts';

type Row = RowOf<(typeof backInStockPage)['list']>;

const orders = backInStockPage.choice.schema.shape.sortBy.def.innerType.options;
const keyOf = ({ gtin }: Row) => gtin;

/** Products that were missing and can be delivered again. */
export function Component() {
  const { t } = useTranslation('market');
  const list = useMarketList(backInStockPage);
  const { choice, choose, found, user, sums } = list;
  const seesTurnover = Boolean(user) && list.seesAmounts;
  const isOneManufacturer = list.shown.manufacturer.length === 1;
  const customersOf = useCustomersOf(list.listed);
  const today = useToday();
  const period = periodOf(list.lastSums ?? undefined, today);
  const columns = useMemo(
    () =>
      backInStockColumns(t, {
        manufacturer: !isOneManufacturer,
        turnover: seesTurnover,
        period,
        customersOf,
        today,
      }),
    [t, isOneManufacturer, seesTurnover, period, customersOf, today],
  );
  const date = formatDate(choice.date ?? monthsBefore(todayIn('UTC'), 4));
  const title = t('backInStock.since', { date });
  const order = orderOf(list, seesTurnover ? orders : []);
  // Of turnovers visitors know nothing.
  if (!user) order.current = 'date';

  return (
    <MarketList
      title={title}
      page={backInStockPage}
      list={list}
      since={{
        label: t('backInStock.after'),
        day: choice.date,
        months: 4,
        onChoose: (chosen) => choose({ date: chosen }),
      }}
      order={order}
      counted="rowCount"
      isFed={seesTurnover}
      empty={{
        title: t('backInStock.none', { date }),
        text: list.isChanged ? t('empty.filtered') : undefined,
      }}
      table={{
        columns,
        rows: found,
        keyOf,
        totals: {
          turnover: (
            <MarketWhyButton figure="turnover" label={t('column.turnover')}>
              {formatAmount(sums?.turnover)}
            </MarketWhyButton>
          ),
        },
      }}
    />
  );
}

interface ShownColumns {
  /** Without it where one manufacturer is selected, who is the same in every row. */
  manufacturer: boolean;
  /** For signed-in users who may see amounts of the market. */
  turnover: boolean;
  /** What the turnover is of, where that is known. */
  period: string | undefined;
  customersOf: CustomersOf;
  /** In Switzerland, YYYY-MM-DD. */
  today: string;
}

function backInStockColumns(t: TFunction<'market'>, shown: ShownColumns): ListColumn<Row>[] {
  const columns: (ListColumn<Row> | false)[] = [
    {
      key: 'pharmacode',
      kind: 'text',
      width: '130px',
      heading: t('column.pharmacode'),
      cell: (row) => row.swissmedicNo1 ?? '–',
      copied: (row) => row.swissmedicNo1,
    },
    {
      key: 'product',
      kind: 'name',
      heading: t('column.product'),
      cell: (row) => (
        <>
          <span className="stockout-cell__name">{row.productName}</span>{' '}
          <CustomersOfProduct
            gtin={row.gtin}
            productName={row.productName}
            customers={shown.customersOf(row.gtin)}
          />
        </>
      ),
      copied: (row) => row.productName,
    },
    shown.manufacturer && {
      key: 'manufacturer',
      kind: 'text',
      width: '20%',
      heading: t('column.manufacturer'),
      cell: (row) => row.hersteller1 ?? '–',
      copied: (row) => row.hersteller1,
    },
    {
      key: 'backSince',
      kind: 'text',
      width: '22%',
      heading: t('column.backSince'),
      order: 'date',
      cell: (row) =>
        t('backInStock.row', {
          date: formatDate(row.backInStockDate),
          days: t('duration.days', { count: Math.max(0, daysBetween(row.backInStockDate, shown.today)) }),
        }),
      copied: (row) => formatDate(row.backInStockDate),
    },
    shown.turnover && {
      key: 'turnover',
      kind: 'figure',
      figure: 'turnover',
      width: '160px',
      heading: shown.period ? t('column.turnoverOf', { period: shown.period }) : t('column.turnover'),
      order: 'turnover',
      cell: (row) => formatAmount(row.turnover),
      copied: (row) => row.turnover?.toFixed(2) ?? null,
    },
  ];
  return columns.filter((column) => column !== false);
}
