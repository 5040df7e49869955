import type { FigureQuestion } from '../../../api/explanation.ts';

/** A row of a bar chart. */
export interface Bar {
  id: string;
  name: string;
  value: number;
  /** The value as it is written beside the bar. */
  figure: string;
  /** Address of what is behind the bar. */
  to: string;
  question: FigureQuestion;
  /** The provider's own: told apart from the others. */
  own?: boolean;
}

/** Pixels that a bar takes with its name. */
export const barHeight = 46;
