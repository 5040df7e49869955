import '../../dashboard/explain/why-button.css';
import { type MarketQuestion, useMarketAsking } from './ask-market-why.ts';

interface MarketWhyButtonProps extends MarketQuestion {
  /** The figure as it is written. */
  children: string;
}

/** A figure of the market that opens its explanation when it is pressed. */
export function MarketWhyButton({ children, ...question }: MarketWhyButtonProps) {
  const asking = useMarketAsking();
  if (!asking) return children;
  const { ask, nameOf, hint } = asking;
  return (
    <button
      type="button"
      className="why"
      aria-haspopup="dialog"
      aria-label={nameOf(question.label, children)}
      title={hint}
      onClick={() => ask(question)}
    >
      {children}
    </button>
  );
}
