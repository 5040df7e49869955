import type { Context } from 'koa';
import { z } from 'zod';
import { coverageOf, type OfferedProduct, offeredProducts } from '#analytics/focus-group-coverage.ts';
import type { FocusGroup as Members } from '#analytics/focus-groups.ts';
import { gtin, id, pathId, text } from '#shared/fields.ts';
import { isGtin } from '#shared/identifiers.ts';
import { LONGEST_CATALOGUE_NAME } from '#shared/limits.ts';
import { type FocusGroup, focusGroup, focusGroupChoices } from '#shared/schemas/focus-group.ts';
import type { User } from '#shared/schemas/user.ts';
import { clientGone } from '../../http/client-gone.ts';
import { versionAsked } from '../../http/request/if-match.ts';
import { receiveJson } from '../../http/request/json.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { AppError, invalidInput } from '../../platform/errors.ts';
import { onCurrentCatalogue } from '../../statistics/views/view-tables.ts';
import type { Dependencies } from '../dependencies.ts';
import { removeFocusGroup, saveFocusGroup } from './change-focus-groups.ts';
import { listFocusGroups, type StoredFocusGroup } from './focus-group-queries.ts';

const MOST_MOLECULES = 5000;
const MOST_PRODUCTS = 30_000;
const limits = { bytes: 4 * 1024 * 1024, values: 2 * (MOST_MOLECULES + MOST_PRODUCTS) + 100 };

/** GTINs that a refusal names. */
const MOST_NAMED = 10;

const body = z.strictObject({
  focusGroupID: id.optional(),
  name: text().trim().min(1),
  molecules: z
    .array(z.strictObject({ molecule: text(LONGEST_CATALOGUE_NAME).min(1) }))
    .max(MOST_MOLECULES)
    .default([]),
  products: z.array(z.strictObject({ gtin })).max(MOST_PRODUCTS).default([]),
  // What the answers say beside, so that an answer can be sent back.
  coveredProducts: z.unknown().optional(),
  goneMolecules: z.unknown().optional(),
  goneProducts: z.unknown().optional(),
  version: z.unknown().optional(),
});

type Body = z.infer<typeof body>;

const path = '/api/focusgroup';
const readBody = async (ctx: Context) => (await receiveJson(ctx, limits)).value();

/** Molecules and products that the sales force looks at together. */
export function focusGroupRoutes(dependencies: Dependencies): Route[] {
  const { pool } = dependencies;

  async function save(ctx: Context, given: Body, key: number | null, user: User): Promise<FocusGroup> {
    refuseWrongCheckDigits(given);
    // Before it is saved: what fails then has saved nothing.
    const products = await catalogueProducts(dependencies, ctx);
    return answerOf(products)(await saveFocusGroup(pool, key, membersOf(given), user, versionAsked(ctx)));
  }

  return [
    defineRoute({
      method: 'get',
      path,
      summary: 'All focus groups, and how they stand to the current catalogue.',
      access: 'admin',
      answer: z.array(focusGroup),
      async handle(ctx) {
        const [groups, products] = await Promise.all([
          listFocusGroups(pool),
          catalogueProducts(dependencies, ctx),
        ]);
        return groups.map(answerOf(products));
      },
    }),
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
    defineRoute({
      method: 'post',
      path,
      summary: 'Adds a focus group.',
      access: 'admin',
      audit: 'focus-group.created',
      announces: true,
      body,
      readBody,
      answer: focusGroup,
      handle: (ctx, { body: given, user }) => save(ctx, given, null, user),
    }),
    defineRoute({
      method: 'put',
      path,
      summary:
        'Changes the focus group that the body names; If-Match: its version, else it is taken as it comes.',
      access: 'admin',
      audit: 'focus-group.changed',
      announces: true,
      body: body.required({ focusGroupID: true }),
      readBody,
      answer: focusGroup,
      handle: (ctx, { body: given, user }) => save(ctx, given, given.focusGroupID, user),
    }),
    defineRoute({
      method: 'put',
      path: `${path}/:focusGroupID`,
      summary: 'Changes a focus group; If-Match: its version, else it is taken as it comes.',
      access: 'admin',
      audit: 'focus-group.changed',
      announces: true,
      params: z.object({ focusGroupID: pathId }),
      objects: { focusGroupID: 'administered' },
      body,
      readBody,
      answer: focusGroup,
      handle(ctx, { params: { focusGroupID }, body: given, user }) {
        if (given.focusGroupID !== undefined && given.focusGroupID !== focusGroupID) {
          throw invalidInput([{ path: ['focusGroupID'], message: 'is another than the one of the path' }]);
        }
        return save(ctx, given, focusGroupID, user);
      },
    }),
    defineRoute({
      method: 'delete',
      path: `${path}/:focusGroupID`,
      summary: 'Deletes a focus group.',
      access: 'admin',
      audit: 'focus-group.deleted',
      announces: true,
      params: z.object({ focusGroupID: pathId }),
      objects: { focusGroupID: 'administered' },
      async handle(ctx, { params: { focusGroupID }, user }) {
        await removeFocusGroup(pool, focusGroupID, user);
        ctx.status = 204;
      },
    }),
  ];
}

/** The products of the current catalogue; null while there is none. */
async function catalogueProducts(dependencies: Dependencies, ctx: Context): Promise<OfferedProduct[] | null> {
  return (await onCurrentCatalogue(dependencies, offeredProducts, clientGone(ctx))) ?? null;
}

function answerOf(products: readonly OfferedProduct[] | null): (group: StoredFocusGroup) => FocusGroup {
  const coverage = products && coverageOf(products);
  return (group) => {
    const stands = coverage?.(group);
    return {
      focusGroupID: group.id,
      name: group.name,
      molecules: (stands?.molecules ?? group.molecules).map((molecule) => ({ molecule })),
      products: group.gtins.map((each) => ({ gtin: each })),
      coveredProducts: stands?.products ?? null,
      goneMolecules: stands?.goneMolecules ?? [],
      goneProducts: stands?.goneProducts ?? [],
      version: group.version,
    };
  };
}

/** @throws AppError 400 `gtin_check_digit`: a GTIN typed wrongly is none that the catalogue may have one day */
function refuseWrongCheckDigits({ products }: Body): void {
  const wrong = products.flatMap((each, place) => (isGtin(each.gtin) ? [] : [{ ...each, place }]));
  if (wrong.length === 0) return;
  const named = wrong.slice(0, MOST_NAMED).map((each) => each.gtin);
  throw new AppError(400, 'gtin_check_digit', {
    params: { gtins: [...named, ...(wrong.length > MOST_NAMED ? ['…'] : [])].join(', ') },
    issues: wrong.map(({ place }) => ({ path: `products.${place}.gtin`, message: 'gtin_check_digit' })),
  });
}

/** Each member once, in order. */
function membersOf({ name, molecules, products }: Body): Omit<Members, 'id'> {
  return {
    name,
    molecules: [...new Set(molecules.map(({ molecule }) => molecule))].sort(),
    gtins: [...new Set(products.map((each) => each.gtin))].sort(),
  };
}
