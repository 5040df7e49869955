import { createContext, useContext } from 'react';
import type { View } from '#analytics/views/view.ts';
import '../../dashboard/explain/explain.css';
import type { FigureRow } from './source-of.ts';

export type { FigureRow };

export interface MarketQuestion {
  /** Wire name. */
  figure: string;
  /** What the page calls the figure. */
  label: string;
  /** Without it of the totals. */
  row?: FigureRow;
  /** What the row is of, where it is not of the page's list. */
  view?: View;
}

/** Opens the explanation of a figure. */
export type AskMarketWhy = (question: MarketQuestion) => void;

/** What a figure needs to be asked: with its words, since a hundred figures that each look them up take their time. */
export interface MarketAsking {
  ask: AskMarketWhy;
  /** Says of a figure with its value that it can be asked. */
  nameOf: (figure: string, value: string) => string;
  hint: string;
}

export const MarketAskingContext = createContext<MarketAsking | null>(null);

/** Null where a list is not explained. */
export function useMarketAsking(): MarketAsking | null {
  return useContext(MarketAskingContext);
}

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
      className="plain-button why"
      aria-haspopup="dialog"
      aria-label={nameOf(question.label, children)}
      title={hint}
      onClick={() => ask(question)}
    >
      {children}
    </button>
  );
}
