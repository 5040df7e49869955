import { Tick } from '@blueprintjs/icons';
import type { TFunction } from 'i18next';
import { CustomersOfProduct } from '../../../components/dialogs/customers-of-product.tsx';
import { RowBadges } from '../../dashboard/products/row-badges.tsx';
import type { BadgeTexts } from '../../dashboard/products/use-badge-texts.ts';
import { openSources } from '../sources/opened-sources.tsx';
import { factsOf, missingBadges, replacingBadges } from '../stockout-badges.ts';
import { isReplaceable, type StockoutRow } from '../stockout-row.ts';
import type { DurationTexts } from '../use-duration-texts.ts';
import { wholeFigures } from '../whole-figures.ts';
import './stockout-cells.css';

interface MissingProductProps {
  row: StockoutRow;
  texts: BadgeTexts;
  /** Of the user, who buy it; undefined for visitors. */
  customers: number | undefined;
}

/** A product that is missing, its marks, and who buys it. */
export function MissingProduct({ row, texts, customers }: MissingProductProps) {
  return (
    <>
      <span className="stockout-cell">
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
export function MissingSince({ row, durations, t }: MissingSinceProps) {
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
      className="stockout-since"
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
export function Alternative({ row, texts, t }: AlternativeProps) {
  if (row.alternativeGTIN === null) return <span className="stockout-cell__none">{t('noAlternative')}</span>;
  return (
    <span className="stockout-cell">
      <span className="stockout-cell__name">
        {isReplaceable(row) && (
          <span className="stockout-cell__deliverable" title={t('deliverable')}>
            <Tick size={14} />
            <span className="visually-hidden">{t('deliverable')}: </span>
          </span>
        )}
        {wholeFigures(row.alternativeProductName ?? '')}
      </span>
      <RowBadges badges={replacingBadges(row)} factOf={factsOf(row)} texts={texts} />
    </span>
  );
}
