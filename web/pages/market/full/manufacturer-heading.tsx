import { useTranslation } from 'react-i18next';
import type { RowOf } from '../../../api/views.ts';
import { formatAmount } from '../../../i18n/formats.ts';
import { MarketWhyButton } from '../why/market-why-button.tsx';
import type { fullPage } from './full-queries.ts';

/** A manufacturer, and the sums of the rows below. */
export function ManufacturerHeading({ row }: { row: RowOf<(typeof fullPage)['list']> }) {
  const { t } = useTranslation(['market', 'portal']);
  const { manufacturerCount, manufacturerQty, manufacturerPotential } = row;
  const name = row.hersteller1 ?? t('noManufacturer');
  return (
    <>
      {name}{' '}
      <span className="market-table__sum">
        <MarketWhyButton figure="manufacturerCount" label={name} row={row}>
          {t('products', { count: manufacturerCount })}
        </MarketWhyButton>
        {typeof manufacturerQty === 'number' && (
          <>
            {', '}
            <MarketWhyButton figure="manufacturerQty" label={`${name}: ${t('column.qty')}`} row={row}>
              {t('portal:packs', { count: manufacturerQty })}
            </MarketWhyButton>
          </>
        )}
        {typeof manufacturerPotential === 'number' && (
          <>
            {', '}
            <MarketWhyButton
              figure="manufacturerPotential"
              label={`${name}: ${t('column.potential')}`}
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
