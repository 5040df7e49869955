import { views } from '#analytics/views/index.ts';
import type { View } from '#analytics/views/view.ts';

/** A view with the parameters that it is asked with. */
export type Question = {
  /** The view's name, and in brackets what is not its default. */
  name: string;
  view: View;
  parameters: Record<string, unknown>;
};

/** What views are asked with beside their defaults: a filtered list, and a page of a long one. */
const asked: Record<string, Record<string, unknown>[]> = {
  manufacturers: [{}, { general: ['match'], type: ['generika', 'original'], sortBy: 'efPreisSum' }],
  product: [{ limit: 500 }, {}],
};

/** Every registered view, at least once; `names` narrows it. */
export function questions(names: readonly string[]): Question[] {
  const unknown = names.filter((name) => !views.some((view) => view.name === name));
  if (unknown.length > 0) throw new Error(`No such view: ${unknown.join(', ')}.`);
  return views
    .filter((view) => names.length === 0 || names.includes(view.name))
    .flatMap((view) =>
      (asked[view.name] ?? [{}]).map((parameters) => ({
        name: `${view.name}${inBrackets(parameters)}`,
        view,
        parameters: view.parameters.parse(parameters),
      })),
    );
}

function inBrackets(parameters: Record<string, unknown>): string {
  const values = Object.values(parameters).flat();
  return values.length === 0 ? '' : ` (${values.join(', ')})`;
}
