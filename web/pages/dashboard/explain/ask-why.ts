import { createContext, useContext } from 'react';
import type { FigureQuestion } from '../../../api/explanation.ts';

/** A figure that the page reckons from others, which have explanations of their own: a share, a change. */
export interface DerivedFigure {
  /** As it is written. */
  value: string;
  /** How its parts give it, in words. */
  formula: string;
  parts: readonly { label: string; question: FigureQuestion }[];
}

export type WhyQuestion = FigureQuestion | DerivedFigure;

/** Opens the explanation of a figure under the name that the page gives it. */
export type AskWhy = (question: WhyQuestion, label: string) => void;

export const AskWhyContext = createContext<AskWhy | null>(null);

/** Null outside a dashboard, where nothing is explained. */
export function useAskWhy(): AskWhy | null {
  return useContext(AskWhyContext);
}
