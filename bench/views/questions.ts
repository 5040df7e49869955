import { views } from '#analytics/views/index.ts';
import type { View } from '#analytics/views/view.ts';

/** A view with the parameters that it is asked with. */
export type Question = {
  /** The view's name, and in brackets what is not its default. */
  name: string;
  view: View;
  parameters: Record<string, unknown>;
};

/** What views are asked with beside their defaults: a filtered list, a page of a long one, the ten best offers, and the shortest way to a benchmark. */
const asked: Record<string, Record<string, unknown>[]> = {
  manufacturers: [{}, { general: ['match'], type: ['generika', 'original'], sortBy: 'efPreisSum' }],
  what_if: [{}, { chosen: ['none'], benchmark: 59 }],
  'what_if/switches': [{ limit: 50 }, { chosen: ['none'], benchmark: 59 }],
  product: [{ limit: 500 }, {}, { limit: 10, general: ['match', 'available_match'] }],
};

/** What the overview asks for its best offers, as questions call it. */
export const TEN_BEST_OFFERS = 'product (10, match, available_match)';

/** Every registered view about a statistic, at least once; `names` narrows it. Those over the market: see bench/market. */
export function questions(names: readonly string[]): Question[] {
  return questionsAbout('statistic', names, asked);
}

/** Every registered view with that subject, asked as `choices` says, by default without any; `names` narrows it. */
export function questionsAbout(
  subject: View['subject'],
  names: readonly string[],
  choices: Record<string, readonly Record<string, unknown>[]>,
): Question[] {
  const wanted = knownViews(names);
  return views
    .filter((view) => view.subject === subject && (wanted.length === 0 || wanted.includes(view.name)))
    .flatMap((view) =>
      (choices[view.name] ?? [{}]).map((parameters) => ({
        name: `${view.name}${inBrackets(parameters)}`,
        view,
        parameters: view.parameters.parse(parameters),
      })),
    );
}

/** `names`, all of them of registered views. @throws Error naming the others */
export function knownViews(names: readonly string[]): readonly string[] {
  const unknown = names.filter((name) => !views.some((view) => view.name === name));
  if (unknown.length > 0) throw new Error(`No such view: ${unknown.join(', ')}.`);
  return names;
}

function inBrackets(parameters: Record<string, unknown>): string {
  const values = Object.values(parameters).flat();
  return values.length === 0 ? '' : ` (${values.join(', ')})`;
}
