import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { contextParameters } from '#analytics/context.ts';
import { views } from '#analytics/views/index.ts';
import type { View } from '#analytics/views/view.ts';
import { recompute } from '#tests/support/recompute/answers.ts';
import { type Article, assortmentOf } from '#tests/support/recompute/assortment.ts';
import { atcItems } from '#tests/support/recompute/lists.ts';
import type { World } from '#tests/support/world.ts';
import type { AddedWorld } from './open-worlds.ts';
import type { Questions } from './random-questions.ts';

/** Beyond 2^53 centimes a double no longer has the centime: there, its last digit is left to DuckDB's rounding. */
const exactUpTo = 2 ** 53 / 100;
expect.addEqualityTesters([
  (a: unknown, b: unknown) => {
    if (typeof a !== 'number' || typeof b !== 'number') return undefined;
    const size = Math.min(Math.abs(a), Math.abs(b));
    return size <= exactUpTo ? undefined : Math.abs(a - b) <= size * 2 * Number.EPSILON;
  },
]);

/** Asks every view and holds its answer against the recomputation. */
export async function proveEveryView(
  opened: AddedWorld,
  world: World,
  questions: Questions,
  assortment = assortmentOf(world),
): Promise<void> {
  const asked = { opened, world, assortment, questions };
  await Promise.all(
    views.map((view) =>
      prove(view, asked).catch((error: Error) => {
        throw new Error(`${view.name}: ${error.message}`, { cause: error });
      }),
    ),
  );
}

type Asked = { opened: AddedWorld; world: World; assortment: Article[]; questions: Questions };

async function prove(view: View, asked: Asked): Promise<void> {
  const { opened, world, assortment, questions } = asked;
  const parameters = questions.parameters[view.name]!;
  const answer = await opened.view<unknown>(view.name, parameters, questions.context);
  const rows = (view.cardinality === 'one' ? [answer] : answer) as Record<string, unknown>[];
  const given = {
    ...view.parameters.parse(parameters),
    ...contextParameters(view, questions.context),
  };
  const expected = recompute(view.sql, { world, assortment, given });
  expect(rows).toHaveLength(expected.length);
  if (recomputedInPart.includes(view.name)) expect(rows).toMatchObject(expected);
  else expect(rows).toEqual(expected);
  await further[view.name]?.(asked, rows);
}

/** Views with columns that no recomputation has: what they were made with, names in a language. */
const recomputedInPart = ['summary', 'short-summary', 'product', 'list/atc', 'portfolio/list/atc'];

/** What is asked of a view beside its answer. */
const further: Record<string, (asked: Asked, rows: Record<string, unknown>[]) => Promise<void>> = {
  async product({ opened, questions: { parameters, page, context } }, rows) {
    const { offset, limit } = page;
    const onPage = await opened.view('product', { ...parameters.product, limit, offset }, context);
    expect(onPage).toEqual(rows.slice(offset, offset + limit));
  },
  async 'list/atc'({ assortment, questions }, rows) {
    expect(rows).toEqual(atcItems(assortment, namesOfAtc(questions)));
  },
  async 'portfolio/list/atc'({ questions }, rows) {
    const names = namesOfAtc(questions);
    expect(rows.map(({ name }) => name)).toEqual(rows.map(({ id }) => names[String(id)] ?? id));
  },
};

function namesOfAtc({ context: { language } }: Questions): Record<string, string> {
  const names = new URL(`../../../translations/${language}/atc.json`, import.meta.url);
  return JSON.parse(readFileSync(names, 'utf8'));
}
