import { Button, Card } from '@blueprintjs/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { portfolioSummary } from '#analytics/views/portfolio-summary.ts';
import type { RowOf } from '../../../api/views.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { formatCount } from '../../../i18n/formats.ts';
import { MarketWhyButton } from '../why/market-why-button.tsx';
import './manufacturer-bars.css';
import { useKeptState } from '../../../components/hooks/use-kept-state.ts';

type Count = RowOf<typeof portfolioSummary>;

interface ManufacturerBarsProps {
  counts: UseQueryResult<readonly Count[]>;
  onChoose: (manufacturer: string | null) => void;
}

/** Bars that are in sight before the others are asked for. */
const first = 10;
/** Fewer than these are not worth folding. */
const fewest = 3;

/** How many products of each manufacturer are missing; a bar leads to them. */
export function ManufacturerBars({ counts, onChoose }: ManufacturerBarsProps) {
  const { t } = useTranslation('market');
  const [isWhole, setWhole] = useKeptState('all manufacturers', false);
  const { data, error, isPending, isPlaceholderData: isStale } = counts;
  const all = data ?? [];
  const folded = all.length > first + fewest && !isWhole;
  const shown = folded ? all.slice(0, first) : all;
  const largest = Math.max(1, ...all.map(({ stockOutCount }) => stockOutCount));
  return (
    <Card className="manufacturer-bars" aria-busy={isStale} data-stale={isStale}>
      <h2>{t('bars.title')}</h2>
      {error && <FailureNotice error={error} onRetry={counts.refetch} />}
      {isPending && <div className="manufacturer-bars__room bp6-skeleton" aria-hidden="true" />}
      <ol>
        {shown.map(({ manufacturer, stockOutCount }) => (
          <li key={manufacturer}>
            <button type="button" className="manufacturer-bars__name" onClick={() => onChoose(manufacturer)}>
              {manufacturer ?? t('noManufacturer')}
            </button>
            <span className="manufacturer-bars__track">
              <span
                className="manufacturer-bars__bar"
                style={{ width: `${(100 * stockOutCount) / largest}%` }}
              />
              <MarketWhyButton
                view={portfolioSummary}
                figure="stockOutCount"
                label={manufacturer ?? t('noManufacturer')}
                row={{ manufacturer, stockOutCount }}
              >
                {formatCount(stockOutCount)}
              </MarketWhyButton>
            </span>
          </li>
        ))}
      </ol>
      {all.length > first + fewest && (
        <Button
          variant="minimal"
          size="small"
          aria-expanded={isWhole}
          text={folded ? t('bars.more', { count: all.length }) : t('bars.fewer')}
          onClick={() => setWhole(folded)}
        />
      )}
    </Card>
  );
}
