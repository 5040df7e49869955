import type { TFunction } from 'i18next';
import type { portfolioBackInStock } from '#analytics/views/portfolio-back-in-stock.ts';
import type { RowOf } from '../../../api/views.ts';
import { CustomersOfProduct } from '../../../components/dialogs/customers-of-product.tsx';
import type { ListColumn } from '../../../components/tables/list-columns.ts';
import { formatAmount, formatDate } from '../../../i18n/formats.ts';
import { daysBetween } from '../calendar.ts';
import type { CustomersOf } from '../use-customers-of.ts';

type Row = RowOf<typeof portfolioBackInStock>;

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

export function backInStockColumns(t: TFunction<'market'>, shown: ShownColumns): ListColumn<Row>[] {
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
