import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { type Article, assortmentOf } from '#tests/support/recompute/assortment.ts';
import { atcRows } from '#tests/support/recompute/atc.ts';
import { duplicateRows } from '#tests/support/recompute/duplicate-products.ts';
import { atcGroupOf, passes } from '#tests/support/recompute/filter.ts';
import { atcItems, focusGroupItems, nameItems } from '#tests/support/recompute/lists.ts';
import { manufacturerRows } from '#tests/support/recompute/manufacturers.ts';
import { moleculeRows } from '#tests/support/recompute/molecule.ts';
import { productRows } from '#tests/support/recompute/product.ts';
import { summaryFigures } from '#tests/support/recompute/summary.ts';
import { duplicateTotals, groupTotals, productTotals } from '#tests/support/recompute/totals.ts';
import { groupOf, potentialRows } from '#tests/support/recompute/turnover-potential.ts';
import type { World } from '#tests/support/world.ts';
import type { AddedWorld } from './open-worlds.ts';
import type { Questions } from './random-questions.ts';

/** Beyond 2^53 centimes a double no longer has the centime: there, its last digit is left to DuckDB's rounding. */
const exactUpTo = 2 ** 53 / 100;
expect.addEqualityTesters([
  (a: unknown, b: unknown) => {
    if (typeof a !== 'number' || typeof b !== 'number' || Math.min(a, b) <= exactUpTo) return undefined;
    return Math.abs(a - b) <= Math.max(a, b) * 2 * Number.EPSILON;
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
  const proven = Object.entries(proofs).map(([name, proof]) =>
    proof(asked).catch((error: Error) => {
      throw new Error(`${name}: ${error.message}`, { cause: error });
    }),
  );
  await Promise.all(proven);
}

type Asked = { opened: AddedWorld; world: World; assortment: Article[]; questions: Questions };

/** How each view is asked and what it must answer, by its name. */
export const proofs: Record<string, (asked: Asked) => Promise<void>> = {
  async summary({ opened, world, assortment }) {
    const answer = await opened.view('summary');
    expect(answer).toMatchObject({ ...world.head, ...summaryFigures(assortment) });
  },
  async 'short-summary'({ opened, world }) {
    const { customerExternalId: _, headerImage: __, ...head } = world.head!;
    expect(await opened.view('short-summary')).toMatchObject(head);
  },
  async atc({ opened, assortment, questions: { atcType: type, sortBy } }) {
    expect(await opened.view('atc', { type, sortBy })).toEqual(atcRows(assortment, type, sortBy));
  },
  async 'atc/totals'({ opened, assortment, questions: { atcType: type } }) {
    const counted = assortment.filter(({ pack, alternative }) =>
      type === 'provider' ? pack?.provider : type === 'all' || alternative,
    );
    expect(await opened.view('atc/totals', { type })).toEqual(groupTotals(counted, atcGroupOf));
  },
  async manufacturers({ opened, assortment, questions: { manufacturers: choices, sortBy } }) {
    const answer = await opened.view('manufacturers', { ...choices, sortBy });
    expect(answer).toEqual(manufacturerRows(assortment, choices, sortBy));
  },
  async 'manufacturers/totals'({ opened, assortment, questions: { manufacturers: choices } }) {
    const counted = assortment.filter((article) => passes(article, choices));
    const answer = await opened.view('manufacturers/totals', choices);
    expect(answer).toEqual(groupTotals(counted, groupOf.manufacturer));
  },
  async molecule({ opened, assortment, questions: { molecule: choices, sortBy } }) {
    const answer = await opened.view('molecule', { ...choices, sortBy });
    expect(answer).toEqual(moleculeRows(assortment, choices, sortBy));
  },
  async 'molecule/totals'({ opened, assortment, questions: { molecule: choices } }) {
    const counted = assortment.filter((article) => passes(article, choices));
    const answer = await opened.view('molecule/totals', choices);
    expect(answer).toEqual(groupTotals(counted, groupOf.molecule));
  },
  async product({ opened, assortment, questions }) {
    const { product: choices, productSort: sortBy, page, today, newStockoutDays } = questions;
    const context = { today, newStockoutDays };
    const expected = productRows(assortment, choices, sortBy, context);
    const answer = await opened.view('product', { ...choices, sortBy }, context);
    expect(answer).toMatchObject(expected);
    expect(answer).toHaveLength(expected.length);
    const { offset, limit } = page;
    const onPage = await opened.view('product', { ...choices, sortBy, limit, offset }, context);
    expect(onPage).toEqual(answer.slice(offset, offset + limit));
  },
  async 'product/totals'({ opened, assortment, questions: { product: choices } }) {
    expect(await opened.view('product/totals', choices)).toEqual(productTotals(assortment, choices));
  },
  async duplicate_products({ opened, assortment }) {
    expect(await opened.view('duplicate_products')).toEqual(duplicateRows(assortment));
  },
  async 'duplicate_products/totals'({ opened, assortment }) {
    expect(await opened.view('duplicate_products/totals')).toEqual(duplicateTotals(assortment));
  },
  async turnover_potential({ opened, assortment, questions: { groupField } }) {
    const answer = await opened.view('turnover_potential', { groupField });
    expect(answer).toEqual(potentialRows(assortment, groupField));
  },
  async 'turnover_potential/totals'({ opened, assortment, questions: { groupField } }) {
    const { turnoverPotential, ...others } = groupTotals(assortment, groupOf[groupField]);
    const answer = await opened.view('turnover_potential/totals', { groupField });
    expect(answer).toEqual({ ...others, turnoverPotentialSum: turnoverPotential });
  },
  async 'list/molecules'({ opened, assortment }) {
    expect(await opened.view('list/molecules')).toEqual(nameItems(assortment, 'molecule'));
  },
  async 'list/manufacturers'({ opened, assortment }) {
    expect(await opened.view('list/manufacturers')).toEqual(nameItems(assortment, 'manufacturer'));
  },
  async 'list/atc'({ opened, assortment, questions: { language } }) {
    const names = new URL(`../../../translations/${language}/atc.json`, import.meta.url);
    const answer = await opened.view('list/atc', {}, { language });
    expect(answer).toEqual(atcItems(assortment, JSON.parse(readFileSync(names, 'utf8'))));
  },
  async 'list/focusGroups'({ opened, world, assortment }) {
    expect(await opened.view('list/focusGroups')).toEqual(focusGroupItems(world, assortment));
  },
};
