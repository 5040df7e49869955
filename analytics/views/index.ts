import { atc } from './atc.ts';
import { manufacturers } from './manufacturers.ts';
import { shortSummary } from './short-summary.ts';
import { summary } from './summary.ts';
import type { View } from './view.ts';

/** Every dashboard query. The server routes, the contract tests and the benchmark walk this list. */
export const views: readonly View[] = [summary, shortSummary, atc, manufacturers];

/** The view of that wire name, if there is one. */
export function findView(name: string): View | undefined {
  return views.find((view) => view.name === name);
}
