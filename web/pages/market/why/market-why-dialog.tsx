import { Button } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import type { MarketExplanation, MarketFigure } from '#analytics/views/market-figure.ts';
import { stockoutOpen } from '#analytics/views/stockoutstat.ts';
import type { View } from '#analytics/views/view.ts';
import type { ParametersOf } from '../../../api/views.ts';
import { PortalDialog } from '../../../components/dialogs/portal-dialog.tsx';
import { Link } from '../../../components/navigation/link.tsx';
import { formatAmount, formatCount } from '../../../i18n/formats.ts';
import '../../dashboard/explain/why-dialog.css';
import type { FigureRow } from './ask-market-why.ts';
import { equationOf } from './equation.ts';
import { FeedingSource } from './feeding-source.tsx';
import { MarketSources } from './market-sources.tsx';
import { OpenOnDay } from './open-on-day.tsx';
import { addressOfRows } from './rows-behind.ts';

interface MarketWhyDialogProps {
  view: View;
  figure: string;
  /** What the page calls the figure. */
  label: string;
  row: FigureRow;
  asked: Readonly<Record<string, unknown>>;
  sums: FigureRow | undefined;
  onClose: () => void;
}

/** How a figure of the market comes about: in words, with its own numbers, and what it was made from. */
export default function MarketWhyDialog({ view, label, onClose, ...others }: MarketWhyDialogProps) {
  const { t } = useTranslation('portal');
  if (view.subject !== 'market') return null;
  const found = (view.explanation as MarketExplanation)[others.figure];
  if (!found || !(others.figure in others.row)) return null;
  return (
    <PortalDialog
      title={label}
      onClose={onClose}
      actions={<Button text={t('action.close')} onClick={onClose} />}
    >
      <MarketAnswer {...others} label={label} sql={view.sql} explained={found} />
    </PortalDialog>
  );
}

interface MarketAnswerProps extends Omit<MarketWhyDialogProps, 'view' | 'onClose'> {
  sql: string;
  explained: MarketFigure;
}

function MarketAnswer({ figure, label, row, asked, sums, sql, explained }: MarketAnswerProps) {
  const { t } = useTranslation(['marketWhy', 'market', 'why']);
  const { unit, formula, origin } = explained;
  const value = (row[figure] ?? null) as number | null;
  const behind = origin.kind === 'rows' ? origin.rows(asked, row) : null;
  const address = behind && addressOfRows(behind);
  const format = unit === 'CHF' || unit === 'CHF per pack' ? formatAmount : formatCount;
  return (
    <div className="why-dialog">
      <p className="why-dialog__value">
        {format(value)} <span>{t(`marketWhy:unit.${unit === 'CHF per pack' ? 'CHF_per_pack' : unit}`)}</span>
      </p>
      <h3>{t('why:formula')}</h3>
      <p>{t(`marketWhy:formula.${formula}`)}</p>
      {origin.kind === 'product' && <p className="why-dialog__part">{equationOf(t, origin, row, value)}</p>}
      {address && (
        <>
          <h3>{t('marketWhy:rows')}</h3>
          <div className="why-dialog__articles">
            <Link to={address} replace>
              {t('marketWhy:show')}
            </Link>
          </div>
        </>
      )}
      {behind?.view === stockoutOpen.name && (
        <>
          <h3>{t('marketWhy:rows')}</h3>
          <OpenOnDay parameters={behind.parameters as ParametersOf<typeof stockoutOpen>} label={label} />
        </>
      )}
      <h3>{t('why:source')}</h3>
      <MarketSources sums={sums} sql={sql}>
        {readsFeeding(unit) && (
          <FeedingSource
            sums={sums}
            gtin={origin.kind !== 'rows' && typeof row.gtin === 'string' ? row.gtin : undefined}
          />
        )}
      </MarketSources>
    </div>
  );
}

/** Packs, and what is reckoned with them, are those of a statistic. */
function readsFeeding(unit: MarketFigure['unit']): boolean {
  return unit === 'packs' || unit === 'CHF';
}
