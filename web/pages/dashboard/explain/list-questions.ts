import type { View } from '#analytics/views/view.ts';
import type { FigureQuestion } from '../../../api/explanation.ts';
import { parametersOf } from '../../../api/views.ts';
import { writeChoice } from '../../../url-state/address.ts';

/** What the figures of a list and of its totals are asked, but for which figure of which row. */
export interface ListQuestions {
  rows: Omit<FigureQuestion, 'figure'>;
  totals: Omit<FigureQuestion, 'figure'>;
}

/** The questions of a page's list under its choices. */
export function listQuestions(
  { list, totals }: { list: View; totals: View },
  choice: Record<string, unknown>,
): ListQuestions {
  return { rows: questionsOf(list, choice), totals: questionsOf(totals, choice) };
}

function questionsOf(view: View, choice: Record<string, unknown>): Omit<FigureQuestion, 'figure'> {
  return { view: view.name, parameters: String(writeChoice(view.parameters, parametersOf(view, choice))) };
}
