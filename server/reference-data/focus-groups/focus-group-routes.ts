import type { Context } from 'koa';
import { coverageOf, type OfferedProduct, offeredProducts } from '#analytics/focus-group-coverage.ts';
import { id } from '#shared/fields.ts';
import { isGtin } from '#shared/identifiers.ts';
import {
  type FocusGroup,
  type FocusGroupFields,
  focusGroup,
  focusGroupChoices,
  focusGroupFields,
  MOST_MEMBERS,
} from '#shared/schemas/focus-group.ts';
import { clientGone } from '../../http/client-gone.ts';
import { records } from '../../http/records.ts';
import { receiveJson } from '../../http/request/json.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { AppError, nameTaken } from '../../platform/errors.ts';
import { onCurrentCatalogue } from '../../statistics/views/view-tables.ts';
import type { Dependencies } from '../dependencies.ts';

const limits = { bytes: 4 * 1024 * 1024, values: 2 * MOST_MEMBERS + 100 };

/** Most GTINs named in an error. */
const MOST_NAMED = 10;

const path = '/api/focusgroup';

/** Focus groups of molecules and products. */
export function focusGroupRoutes(dependencies: Dependencies): Route[] {
  const { pool } = dependencies;
  const readBody = async (ctx: Context) => (await receiveJson(ctx, limits)).value();
  const focusGroups = records(pool, {
    path,
    kind: 'focus-group',
    noun: 'focus group',
    id: 'focusGroupID',
    name: 'name',
    fields: focusGroupFields,
    answer: focusGroup,
    sql: new URL('focus-groups.sql', import.meta.url),
    refusals: { focus_groups_name: ({ name }) => nameTaken('name', name) },
    announces: true,
    readBody,
    stored: eachMemberOnce,
    answered: async (ctx) => answerOf(await catalogueProducts(dependencies, ctx)),
    audited: (before, after) => ({ before: fieldsBeside(before, after), after: fieldsBeside(after, before) }),
    summaries: { list: 'All focus groups, and how they stand to the current catalogue.' },
  });
  const { list, add, change, remove } = focusGroups.routes;
  return [
    list,
    defineRoute({
      method: 'get',
      path: `${path}/choices`,
      summary: 'Molecules and products of the current catalogue, of which focus groups are made.',
      access: 'admin',
      answer: focusGroupChoices,
      async handle(ctx) {
        const products = (await catalogueProducts(dependencies, ctx)) ?? [];
        const counts = new Map<string, number>();
        for (const { molecule } of products)
          if (molecule) counts.set(molecule, (counts.get(molecule) ?? 0) + 1);
        const molecules = [...counts].map(([molecule, count]) => ({ molecule, products: count }));
        const byName = new Intl.Collator('de-CH').compare;
        return { molecules: molecules.sort((a, b) => byName(a.molecule, b.molecule)), products };
      },
    }),
    add,
    defineRoute({
      method: 'put',
      path,
      summary: 'Changes the focus group that the body names.',
      access: 'admin',
      audit: 'focus-group.changed',
      versioned: true,
      announces: true,
      body: focusGroups.body.extend({ focusGroupID: id }),
      readBody,
      answer: focusGroup,
      handle: (ctx, input) => focusGroups.update(ctx, input.body.focusGroupID, input.body, input),
    }),
    change,
    remove,
  ];
}

/** The products of the current catalogue; null without one. */
async function catalogueProducts(dependencies: Dependencies, ctx: Context): Promise<OfferedProduct[] | null> {
  return (await onCurrentCatalogue(dependencies, offeredProducts, clientGone(ctx))) ?? null;
}

function answerOf(products: readonly OfferedProduct[] | null): (group: FocusGroup) => FocusGroup {
  const coverage = products && coverageOf(products);
  return (group) => {
    const stands = coverage?.(membersOf(group));
    return {
      ...group,
      molecules: stands?.molecules.map((molecule) => ({ molecule })) ?? group.molecules,
      coveredProducts: stands?.products ?? null,
      goneMolecules: stands?.goneMolecules ?? [],
      goneProducts: stands?.goneProducts ?? [],
    };
  };
}

/** Sorted, without duplicates. @throws AppError 400 `gtin_check_digit`: such a GTIN can never be in the catalogue */
function eachMemberOnce({ name, molecules, products }: FocusGroupFields): FocusGroupFields {
  const wrong = products.flatMap((each, place) => (isGtin(each.gtin) ? [] : [{ ...each, place }]));
  if (wrong.length > 0) {
    const named = wrong.slice(0, MOST_NAMED).map((each) => each.gtin);
    throw new AppError(400, 'gtin_check_digit', {
      params: { gtins: [...named, ...(wrong.length > MOST_NAMED ? ['…'] : [])].join(', ') },
      issues: wrong.map(({ place }) => ({ path: `products.${place}.gtin`, message: 'gtin_check_digit' })),
    });
  }
  const members = membersOf({ molecules, products });
  return {
    name,
    molecules: [...new Set(members.molecules)].sort().map((molecule) => ({ molecule })),
    products: [...new Set(members.gtins)].sort().map((gtin) => ({ gtin })),
  };
}

function membersOf({ molecules, products }: Pick<FocusGroup, 'molecules' | 'products'>) {
  return {
    molecules: molecules.map(({ molecule }) => molecule),
    gtins: products.map(({ gtin }) => gtin),
  };
}

/** For the audit: of members, possibly thousands, only those that differ. */
function fieldsBeside(state?: FocusGroup, other?: FocusGroup): Record<string, unknown> {
  if (!state) return {};
  const fields: Record<string, unknown> = {};
  if (state.name !== other?.name) fields.name = state.name;
  for (const kind of ['molecules', 'gtins'] as const) {
    const others = new Set(other && membersOf(other)[kind]);
    const own = membersOf(state)[kind].filter((member) => !others.has(member));
    if (own.length > 0) fields[kind] = own;
  }
  return fields;
}
