import { z } from 'zod';
import type { PooledConnection } from '#analytics/engine.ts';
import { sqlFile } from '#analytics/sql.ts';
import { gtin, pathId, text } from '#shared/fields.ts';
import { isGtin } from '#shared/identifiers.ts';
import type { FoundProduct } from '#shared/schemas/product.ts';
import { matchProposals, type ProductMatch, productMatch, saidMatch } from '#shared/schemas/product-match.ts';
import type { Statistic } from '#shared/schemas/statistic.ts';
import type { User } from '#shared/schemas/user.ts';
import { folded } from '#shared/searched-text.ts';
import { clientGone } from '../../http/client-gone.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { inTransaction, type Queryable } from '../../platform/database/query.ts';
import { AppError, gone, notFound, refusedAt } from '../../platform/errors.ts';
import { type AuditDeed, recordChange, recordDeed } from '../../platform/record-audit.ts';
import type { Dependencies } from '../dependencies.ts';
import { findLink } from '../statistic-queries.ts';
import { onCurrentCatalogue, onCurrentRevisions, statisticKey } from '../views/view-tables.ts';
import { findProductsOn, MOST_FOUND } from './find-products.ts';
import {
  deleteMatch,
  hasGeneralMatch,
  holdMatch,
  listMatches,
  makeGeneral,
  type StoredMatch,
  sayMatch,
  takeBackOwnMatch,
} from './match-queries.ts';

/** A code as lines have it: a GTIN of 13 digits, or a Pharmacode of 7. */
const code = z.union([gtin, z.string().regex(/^\d{7}$/)], {
  error: 'must be a GTIN of 13 digits or a Pharmacode of 7',
});

/** Words of a description that products are looked for by. */
const MOST_WORDS = 30;

type SaidOfCode = { description: string; manufacturer: string };

/** Which product a code is that no source names: said of a customer's statistics, listed and made general by administrators. */
export function productMatchRoutes(dependencies: Dependencies): Route[] {
  const { pool, statistics, currentRevisions, followLink } = dependencies;
  const params = z.object({ id: text() });
  /** Runs `work` on the statistic's tables, lines included, with what the file says of the code where no source names it. */
  async function onCode<T>(
    { directLinkId, members }: Statistic,
    asked: string,
    signal: AbortSignal,
    work: (connection: PooledConnection, said: SaidOfCode | undefined) => Promise<T>,
  ): Promise<T> {
    // One that combines others stops where one of them does; of an upload also one whose link is disabled.
    const find = () => (members === null ? findLink(pool, directLinkId) : followLink(directLinkId));
    return onCurrentRevisions(currentRevisions, async (revisions) => {
      const link = await find();
      if (!link) throw notFound();
      return statistics.withLines(
        statisticKey(link, revisions),
        async (connection) => {
          const [said] = await connection.rows(sqlFile('matches/code.sql').text, { code: asked });
          return work(connection, said as SaidOfCode | undefined);
        },
        signal,
      );
    });
  }

  return [
    defineRoute({
      method: 'get',
      path: '/api/statistics/:id/matches/proposals',
      summary: `At most ${MOST_FOUND} products that a code which no source names may be: by the words of its description and manufacturer in the file, or whose words contain all of \`text\`.`,
      access: 'signedIn',
      params,
      objects: { id: 'visibleStatistic' },
      query: z.strictObject({ code, text: text().default('') }),
      answer: matchProposals,
      handle: (ctx, { found, query }) =>
        onCode(
          found.id,
          query.code,
          clientGone(ctx),
          async (connection, said = { description: '', manufacturer: '' }) => ({
            code: query.code,
            ...said,
            products: query.text.trim()
              ? (await findProductsOn(connection, query.text)).slice(0, MOST_FOUND)
              : await proposals(connection, said),
          }),
        ),
    }),
    defineRoute({
      method: 'post',
      path: '/api/statistics/:id/matches',
      summary:
        'Says which product of the catalogue a code is that no source names: of all statistics of the customer that the caller may see, from now on. In the place of what the caller said before.',
      access: 'signedIn',
      costs: 'match',
      audit: ['match.created', 'match.changed'],
      announces: true,
      params,
      objects: { id: 'visibleStatistic' },
      body: z.strictObject({ code, product: gtin }),
      answer: saidMatch,
      async handle(ctx, { found: { id: statistic }, body, user }) {
        const customerExternalId = customerOf(statistic);
        const { description, product } = await onCode(
          statistic,
          body.code,
          clientGone(ctx),
          async (connection, said) => {
            if (!said) throw refusedAt('code', 404, 'match_code_unknown');
            const [named] = await connection.rows(
              `select gtin, coalesce(pharmacode, '') as pharmacode, description, coalesce(manufacturer::varchar, '') as manufacturer
               from products where gtin = $product::varchar`,
              { product: body.product },
            );
            if (!named) throw refusedAt('product', 400, 'match_product_unknown');
            return { description: said.description, product: named as FoundProduct };
          },
        );
        await inTransaction(pool, async (client) => {
          const match = { ...body, customerExternalId, description };
          const written = await sayMatch(client, user, match);
          if (!written) return;
          await recordDeed(client, {
            by: user,
            action: written.before === null ? 'match.created' : 'match.changed',
            ...subjectOf(match),
            ...(written.before !== null && { before: { product: written.before } }),
            after: { product: body.product, customerExternalId },
          });
        });
        return { code: body.code, product };
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/statistics/:id/matches/:code',
      summary: 'Takes back what the caller said of the customer’s code.',
      access: 'signedIn',
      audit: 'match.deleted',
      announces: true,
      params: z.object({ id: text(), code }),
      objects: { id: 'visibleStatistic', code: 'own' },
      async handle(ctx, { found: { id: statistic }, params: asked, user }) {
        const match = { code: asked.code, customerExternalId: customerOf(statistic) };
        await inTransaction(pool, async (client) => {
          const product = await takeBackOwnMatch(client, user, match);
          if (product === undefined) throw notFound();
          await recordDeed(client, {
            by: user,
            action: 'match.deleted',
            ...subjectOf(match),
            before: { product, customerExternalId: match.customerExternalId },
          });
        });
        ctx.status = 204;
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/product-matches',
      summary:
        'All that was matched by hand, the newest first: by whom and when, of which customer or general, and what the catalogue says of the code since.',
      access: 'admin',
      answer: z.array(productMatch),
      handle: async (ctx) => {
        const matches = await listMatches(pool);
        const named = await onCurrentCatalogue(
          dependencies,
          (tables) => namedOf(tables, matches),
          clientGone(ctx),
        );
        return matches.map((match, place) => ({
          ...match,
          ...(named?.[place] ?? { productName: null, named: null, namedName: null }),
        }));
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/product-matches/:match/general',
      summary:
        'Lets a match count for all statistics; only of a GTIN, since numbers of wholesalers look like Pharmacodes.',
      access: 'admin',
      audit: 'match.general',
      announces: true,
      params: z.object({ match: pathId }),
      objects: { match: 'administered' },
      async handle(ctx, { params: { match: key }, user }) {
        await inTransaction(pool, async (client) => {
          const match = await holdMatch(client, key);
          if (!match) throw gone();
          if (!isGtin(match.code)) throw new AppError(409, 'match_only_of_customer');
          if (match.general) return;
          if (await hasGeneralMatch(client, match)) throw new AppError(409, 'match_general_already');
          await makeGeneral(client, key, user);
          await recordAdministered(client, user, 'general', match);
        });
        ctx.status = 204;
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/product-matches/:match',
      summary: 'Undoes a match.',
      access: 'admin',
      audit: 'match.deleted',
      announces: true,
      params: z.object({ match: pathId }),
      objects: { match: 'administered' },
      async handle(ctx, { params: { match: key }, user }) {
        await inTransaction(pool, async (client) => {
          const match = await holdMatch(client, key);
          if (!match) throw gone();
          await deleteMatch(client, key);
          await recordAdministered(client, user, 'deleted', match);
        });
        ctx.status = 204;
      },
    }),
  ];
}

/** @throws AppError 409: nobody knows of whose statistics a match would be remembered */
function customerOf({ testUpload, customerExternalId }: Statistic): string {
  if (testUpload || !customerExternalId) throw new AppError(409, 'match_without_customer');
  return customerExternalId;
}

async function proposals({ rows }: PooledConnection, said: SaidOfCode): Promise<FoundProduct[]> {
  const words = folded(`${said.description} ${said.manufacturer}`).match(/[a-z]+|\d+/g) ?? [];
  if (words.length === 0) return [];
  const sql = sqlFile('matches/proposals.sql').text;
  return (await rows(sql, { words: words.slice(0, MOST_WORDS), most: MOST_FOUND })) as FoundProduct[];
}

async function namedOf({ rows }: PooledConnection, matches: readonly StoredMatch[]) {
  const named = await rows(sqlFile('matches/named.sql').text, {
    codes: matches.map(({ code: each }) => each),
    products: matches.map(({ product }) => product),
  });
  return named as Pick<ProductMatch, 'productName' | 'named' | 'namedName'>[];
}

function subjectOf({ code: subjectKey, description }: { code: string; description?: string }) {
  return { subject: 'match', subjectKey, subjectName: description || subjectKey } as const;
}

function recordAdministered(
  client: Queryable,
  by: User,
  deed: AuditDeed,
  { product, customerExternalId, ...match }: StoredMatch,
): Promise<void> {
  const state = { product, customerExternalId };
  return recordChange(client, {
    by,
    action: `match.${deed}`,
    ...subjectOf(match),
    ...(deed === 'deleted' ? { before: state } : { after: state }),
  });
}
