import { z } from 'zod';
import { pathId, text } from '#shared/fields.ts';
import { stockoutSource } from '#shared/schemas/stockout-source.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import type { Dependencies } from '../dependencies.ts';
import { addStockoutSource, endNamedSource, renameNamedSource } from './change-stockout-sources.ts';
import { listStockoutSources } from './stockout-source-queries.ts';

const path = '/api/stockout-sources';
const params = z.object({ id: pathId });

const body = z.strictObject({
  name: text(60)
    .trim()
    .min(1)
    .refine((name) => !/\p{C}/u.test(name), 'must have no control characters')
    .describe('unique, capitals make no difference'),
});

/** The sources of stock-out lists that administrators name; each is a template file of its own. */
export function stockoutSourceRoutes({ pool, bulkPool, engine }: Dependencies): Route[] {
  const bulk = { pool: bulkPool, engine };
  return [
    defineRoute({
      method: 'get',
      path,
      summary: 'The sources of stock-out lists that administrators have named, ended ones too.',
      access: 'admin',
      answer: z.array(stockoutSource),
      handle: () => listStockoutSources(pool),
    }),
    defineRoute({
      method: 'post',
      path,
      summary:
        'Names a source of the wholesaler’s kind. Lists that a source of that name published otherwise until now are its own.',
      access: 'admin',
      audit: 'stockout-source.created',
      announces: true,
      body,
      answer: stockoutSource,
      handle: (_ctx, { body: { name }, user }) => addStockoutSource(bulk, name, user),
    }),
    defineRoute({
      method: 'put',
      path: `${path}/:id`,
      summary: 'Calls a source otherwise, with all that it ever said.',
      access: 'admin',
      audit: 'stockout-source.renamed',
      versioned: false,
      announces: true,
      params,
      objects: { id: 'administered' },
      body,
      answer: stockoutSource,
      handle: (_ctx, { params: { id }, body: { name }, user }) => renameNamedSource(bulk, id, name, user),
    }),
    defineRoute({
      method: 'post',
      path: `${path}/:id/end`,
      summary:
        'Ends a source for good: it takes no lists any more, and what it has open is open no longer, without being back in stock. 409 stockout_source_ended: it has ended already.',
      access: 'admin',
      audit: 'stockout-source.ended',
      announces: true,
      params,
      objects: { id: 'administered' },
      answer: stockoutSource,
      handle: (_ctx, { params: { id }, user }) => endNamedSource(bulk, id, user),
    }),
  ];
}
