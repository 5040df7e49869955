import { createContext, useContext } from 'react';

/** A row of a list of the market, or of its totals. */
export type FigureRow = Readonly<Record<string, unknown>>;

/** Opens the explanation of a figure under the name that the page gives it; without a row of the totals. */
export type AskMarketWhy = (figure: string, label: string, row?: FigureRow) => void;

export const AskMarketWhyContext = createContext<AskMarketWhy | null>(null);

/** Null where a list is not explained. */
export function useAskMarketWhy(): AskMarketWhy | null {
  return useContext(AskMarketWhyContext);
}
