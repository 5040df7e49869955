import { Button, Card } from '@blueprintjs/core';
import { ArrowRight } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { portalQuery } from '../../../api/portal.ts';
import { useKeptState } from '../../../components/hooks/use-kept-state.ts';
import { formatAmount, formatCount, formatDate } from '../../../i18n/formats.ts';
import type { StockoutRow } from '../stockout-row.ts';
import { wholeFigures } from '../whole-figures.ts';
import { MarketWhyButton } from '../why/market-why-button.tsx';
import { newReplaceable } from './new-replaceable.ts';

interface NewStockoutsProps {
  /** undefined while they are loading. */
  rows: readonly StockoutRow[] | undefined;
  isStale: boolean;
}

/** Rows in sight before the others are asked for. */
const first = 5;

/** What is newly missing that the provider can deliver instead: why somebody opens the page in the morning. */
export function NewStockouts({ rows, isStale }: NewStockoutsProps) {
  const { t } = useTranslation('market');
  const { data: portal } = useQuery(portalQuery);
  const [isWhole, setWhole] = useKeptState('all new stock-outs', false);
  const { replaceable, others } = newReplaceable(rows ?? []);
  const shown = isWhole ? replaceable : replaceable.slice(0, first);
  return (
    <Card className="new-stockouts" aria-busy={isStale} data-stale={isStale}>
      <div className="new-stockouts__head">
        <span className="new-stockouts__count" aria-hidden="true">
          {rows ? formatCount(replaceable.length) : '–'}
        </span>
        <div>
          <h2>
            <span className="visually-hidden">{formatCount(replaceable.length)} </span>
            {t('fresh.title', { count: replaceable.length, provider: portal?.providerName ?? '' })}
          </h2>
          <p>
            {t('fresh.within', { count: portal?.newStockoutDays ?? 0 })}
            {rows && others > 0 && ` ${t('fresh.others', { count: others })}`}
          </p>
        </div>
      </div>
      {!rows && <div className="new-stockouts__room bp6-skeleton" aria-hidden="true" />}
      {rows && replaceable.length === 0 && <p className="nothing">{t('fresh.none')}</p>}
      <ul>
        {shown.map((row) => (
          <li key={row.gtin}>
            <span className="new-stockouts__missing">
              <b>{wholeFigures(row.productName)}</b>
              <span className="new-stockouts__fact">
                {[row.hersteller1, t('fresh.since', { date: formatDate(row.missingSince1) })]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </span>
            <span className="new-stockouts__instead">
              <ArrowRight size={14} />
              <span className="visually-hidden">{t('column.alternative')}: </span>
              {wholeFigures(row.alternativeProductName ?? '')}
            </span>
            {typeof row.turnoverPotential === 'number' && (
              <span className="new-stockouts__potential">
                <span className="new-stockouts__fact">CHF</span>{' '}
                <MarketWhyButton
                  figure="turnoverPotential"
                  label={`${row.productName}: ${t('column.potential')}`}
                  row={row}
                >
                  {formatAmount(row.turnoverPotential)}
                </MarketWhyButton>
              </span>
            )}
          </li>
        ))}
      </ul>
      {replaceable.length > first && (
        <Button
          variant="minimal"
          size="small"
          aria-expanded={isWhole}
          text={isWhole ? t('fresh.fewer') : t('fresh.more', { count: replaceable.length })}
          onClick={() => setWhole(!isWhole)}
        />
      )}
    </Card>
  );
}
