import { useTranslation } from 'react-i18next';
import '../../dashboard/explain/why-button.css';
import { type MarketQuestion, useAskMarketWhy } from './ask-market-why.ts';

interface MarketWhyButtonProps extends MarketQuestion {
  /** The figure as it is written. */
  children: string;
}

/** A figure of the market that opens its explanation when it is pressed. */
export function MarketWhyButton({ children, ...question }: MarketWhyButtonProps) {
  const { t } = useTranslation('why');
  const ask = useAskMarketWhy();
  if (!ask) return children;
  return (
    <button
      type="button"
      className="why"
      aria-haspopup="dialog"
      aria-label={t('ask', { figure: question.label, value: children })}
      title={t('hint')}
      onClick={() => ask(question)}
    >
      {children}
    </button>
  );
}
