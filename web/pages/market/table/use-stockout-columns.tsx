import { Tick } from '@blueprintjs/icons';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CustomersOfProduct } from '../../../components/dialogs/customers-of-product.tsx';
import type { ListColumn } from '../../../components/tables/list-columns.ts';
import { formatAmount, formatCount } from '../../../i18n/formats.ts';
import { labelled } from '../../../i18n/labelled.ts';
import { RowBadges } from '../../dashboard/products/row-badges.tsx';
import { type BadgeTexts, useBadgeTexts } from '../../dashboard/products/use-badge-texts.ts';
import { openSources } from '../sources/opened-sources.tsx';
import { factsOf, missingBadges, replacingBadges } from '../stockout-badges.ts';
import { isReplaceable, type StockoutRow } from '../stockout-row.ts';
import { type DurationTexts, useDurationTexts } from '../use-duration-texts.ts';
import { type CustomersOf, useCustomersOf } from '../use-market-list.ts';
import { wholeFigures } from '../whole-figures.ts';
import './market-table.css';

export type StockoutColumn = 'product' | 'manufacturer' | 'qty' | 'potential' | 'duration' | 'alternative';

/** How columns of words share the width that those of figures leave: a name needs most, its badges beside it. */
const shares: Partial<Record<StockoutColumn, number>> = {
  product: 34,
  manufacturer: 14,
  duration: 23,
  alternative: 27,
};

/** These columns of a list of stock-outs, in this order; `orders`: what a press on a heading sorts by. */
export function useStockoutColumns<Row extends StockoutRow>(
  shown: readonly StockoutColumn[],
  orders: Partial<Record<StockoutColumn, string>> = {},
): ListColumn<Row>[] {
  const { t } = useTranslation('market');
  const texts = useBadgeTexts();
  const durations = useDurationTexts();
  const customersOf = useCustomersOf();
  const key = JSON.stringify([shown, orders]);
  return useMemo(() => {
    const [names, sorts] = JSON.parse(key) as [StockoutColumn[], typeof orders];
    const columns = columnsOf(t, texts, durations, customersOf);
    return names.map((name) => ({
      ...columns[name],
      key: name,
      ...widthOf(name, names),
      heading: t(`column.${name}`),
      ...(sorts[name] && { order: sorts[name] }),
    }));
  }, [key, t, texts, durations, customersOf]);
}

/** A tenth of the whole, about what a figure takes, is left for each; names take what is left over. */
function widthOf(name: StockoutColumn, shown: readonly StockoutColumn[]): { width?: string } {
  const share = shares[name];
  if (!share || name === 'product') return {};
  const words = shown.filter((each) => shares[each]);
  const whole = words.reduce((sum, each) => sum + shares[each]!, 0);
  const percent = 100 - 10 * (shown.length - words.length);
  return { width: `${Math.round((share * percent) / whole)}%` };
}

type Column = Omit<ListColumn<StockoutRow>, 'key' | 'heading' | 'order'>;

function columnsOf(
  t: TFunction<'market'>,
  texts: BadgeTexts,
  durations: DurationTexts,
  customersOf: CustomersOf,
): Record<StockoutColumn, Column> {
  return {
    product: {
      kind: 'name',
      cell: (row, repeats) =>
        repeats ? (
          <span className="visually-hidden">{row.productName}</span>
        ) : (
          <MissingProduct row={row} texts={texts} customers={customersOf(row.gtin)} />
        ),
      copied: (row) => row.productName,
    },
    manufacturer: {
      kind: 'text',
      cell: (row) => row.hersteller1 ?? '–',
      copied: (row) => row.hersteller1,
    },
    qty: {
      kind: 'figure',
      figure: 'qty',
      width: '95px',
      cell: (row) => formatCount(row.qty),
      copied: (row) => row.qty?.toFixed(0) ?? null,
    },
    potential: {
      kind: 'figure',
      figure: 'turnoverPotential',
      width: '158px',
      cell: (row) => formatAmount(row.turnoverPotential),
      copied: (row) => row.turnoverPotential?.toFixed(2) ?? null,
    },
    duration: {
      kind: 'text',
      cell: (row, repeats) =>
        repeats ? (
          <span className="visually-hidden">{durations.whole(row)}</span>
        ) : (
          <MissingSince row={row} durations={durations} t={t} />
        ),
      copied: (row) => durations.whole(row),
    },
    alternative: {
      kind: 'text',
      cell: (row) => <Alternative row={row} texts={texts} t={t} />,
      copied: (row) => row.alternativeProductName,
    },
  };
}

interface MissingProductProps {
  row: StockoutRow;
  texts: BadgeTexts;
  /** Of the user, who buy it; undefined for visitors. */
  customers: number | undefined;
}

/** A product that is missing, its marks, and who buys it. */
function MissingProduct({ row, texts, customers }: MissingProductProps) {
  return (
    <>
      <span className="row row--top row--apart stockout-cell">
        <span className="stockout-cell__name">{wholeFigures(row.productName)}</span>
        <RowBadges badges={missingBadges(row)} factOf={factsOf(row)} texts={texts} />
      </span>
      <CustomersOfProduct gtin={row.gtin} productName={row.productName} customers={customers} />
    </>
  );
}

interface MissingSinceProps {
  row: StockoutRow;
  durations: DurationTexts;
  /** Handed in, as to all cells: hundreds that each wait for another language take their time to come and go. */
  t: TFunction<'market'>;
}

/** Since when, until when, and what became of earlier promises; pressed, it shows what each source says. */
function MissingSince({ row, durations, t }: MissingSinceProps) {
  const outlook = durations.outlook(row);
  function open(button: Element) {
    // The focus comes back to the cells, not to the button among them.
    button.closest('table')?.focus({ preventScroll: true });
    openSources(row);
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      className="stack gap-0 plain-button stockout-since"
      data-opens
      aria-haspopup="dialog"
      onClick={({ currentTarget }) => open(currentTarget)}
    >
      <span className="stockout-since__start">{durations.since(row)}</span>
      {outlook && (
        <>
          <span className="visually-hidden">, </span>
          <span className="stockout-since__outlook" title={durations.days(row)}>
            {outlook}
          </span>
        </>
      )}
      {(row.sources1 > 1 || row.sourcesDisagree1) && (
        <>
          <span className="visually-hidden">, </span>
          <span className="stockout-since__sources" data-disagree={row.sourcesDisagree1}>
            {t(row.sourcesDisagree1 ? 'duration.sourcesDisagree' : 'duration.sources', {
              count: row.sources1,
            })}
          </span>
        </>
      )}
    </button>
  );
}

interface AlternativeProps {
  row: StockoutRow;
  texts: BadgeTexts;
  t: TFunction<'market'>;
}

/** What the provider has instead, whether it can be delivered, and its marks. */
function Alternative({ row, texts, t }: AlternativeProps) {
  if (row.alternativeGTIN === null) return <span className="bp6-text-muted">{t('noAlternative')}</span>;
  return (
    <span className="row row--top row--apart stockout-cell">
      <span className="stockout-cell__name">
        {isReplaceable(row) && (
          <span className="stockout-cell__deliverable" title={t('deliverable')}>
            <Tick size={14} />
            <span className="visually-hidden">{labelled(t('deliverable'), '')}</span>
          </span>
        )}
        {wholeFigures(row.alternativeProductName ?? '')}
      </span>
      <RowBadges badges={replacingBadges(row)} factOf={factsOf(row)} texts={texts} />
    </span>
  );
}
