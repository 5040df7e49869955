import { createContext, useContext } from 'react';
import type { FigureQuestion } from '../../../api/explanation.ts';

/** Opens the explanation of a figure under the name that the page gives it. */
export type AskWhy = (question: FigureQuestion, label: string) => void;

export const AskWhyContext = createContext<AskWhy | null>(null);

/** Null outside a dashboard, where nothing is explained. */
export function useAskWhy(): AskWhy | null {
  return useContext(AskWhyContext);
}
