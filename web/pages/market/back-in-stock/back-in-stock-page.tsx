import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowOf } from '../../../api/views.ts';
import { useToday } from '../../../components/hooks/use-today.ts';
import { formatAmount, formatDate } from '../../../i18n/formats.ts';
import { todayIn } from '../../../i18n/today.ts';
import { monthsBefore } from '../calendar.ts';
import { MarketList } from '../layout/market-list.tsx';
import { orderOf } from '../list-settings.ts';
import { useCustomersOf, useMarketList } from '../use-market-list.ts';
import { MarketWhyButton } from '../why/market-why-button.tsx';
import { periodOf } from '../why/source-of.ts';
import { backInStockColumns } from './back-in-stock-columns.tsx';
import { backInStockPage } from './back-in-stock-queries.ts';

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
  const customersOf = useCustomersOf();
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
