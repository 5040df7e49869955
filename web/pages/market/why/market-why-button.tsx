import { useTranslation } from 'react-i18next';
import '../../dashboard/explain/why-button.css';
import { type FigureRow, useAskMarketWhy } from './ask-market-why.ts';

interface MarketWhyButtonProps {
  /** Wire name. */
  figure: string;
  /** What the page calls the figure. */
  label: string;
  /** Without it of the totals. */
  row?: FigureRow;
  /** The figure as it is written. */
  children: string;
}

/** A figure of the market that opens its explanation when it is pressed. */
export function MarketWhyButton({ figure, label, row, children }: MarketWhyButtonProps) {
  const { t } = useTranslation('why');
  const ask = useAskMarketWhy();
  if (!ask) return children;
  return (
    <button
      type="button"
      className="why"
      aria-haspopup="dialog"
      aria-label={t('ask', { figure: label, value: children })}
      title={t('hint')}
      onClick={() => ask(figure, label, row)}
    >
      {children}
    </button>
  );
}
