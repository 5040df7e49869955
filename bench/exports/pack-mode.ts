import { compareSides, readSide } from '#analytics/compare/compare.ts';
import { standardContext } from '#analytics/context.ts';
import { cart } from '#analytics/views/cart.ts';
import { summary } from '#analytics/views/summary.ts';
import { composeRows, sums } from '#server/orders/carts/answer-cart.ts';
import { makePdf } from '#server/orders/order-files.ts';
import { asking } from '#server/orders/pack/handout.ts';
import { type PackOrder, packParts } from '#server/orders/pack/pack-sections.ts';
import type { PackForm } from '#server/orders/paper/pack-document.ts';
import { packParts as allParts, type PackRows, packRows } from '#shared/pack.ts';
import type { Comparison } from '#shared/schemas/comparison.ts';
import type { Mode } from '../mode.ts';
import { holdBench, statisticKey } from '../views/ours.ts';
import { benchLinesOf } from '../world/lines.ts';
import { openBenchWorld } from '../world/world.ts';
import { measure, printExports } from './mode.ts';

const ARTICLES = 15_000;
const contact = {
  address: 'Provider AG, Musterstrasse 1, 6300 Zug',
  phone: '',
  email: 'info@portal.example',
};

export const packMode: Mode = {
  name: 'pack',
  summary: 'the pack for a visit with all its parts, from the questions to the last byte',
  async run() {
    const world = await openBenchWorld();
    try {
      const lines = await benchLinesOf(world.engine, ARTICLES, 60_000);
      const earlier = await benchLinesOf(world.engine, ARTICLES, 50_000);
      const statistics = holdBench(world, [earlier, lines], Number.POSITIVE_INFINITY);
      const context = standardContext();
      const provider = { name: 'Provider', companies: world.providerCompanies };
      const form = async (rows: PackRows): Promise<PackForm> => {
        const parameters = summary.parameters.parse({});
        const side = (statistic: number) =>
          statistics.use(statisticKey(statistic), (connection) =>
            readSide(connection, summary, parameters, context),
          );
        const [one, other] = [await side(1), await side(2)];
        return statistics.use(statisticKey(1), async (connection) => {
          const compared = await compareSides(connection, summary, parameters, one, other);
          const { parts } = await packParts(connection, context, {
            template: { parts: [...allParts], rows },
            language: 'de',
            provider,
            contact,
            sortBy: 'turnoverPotential',
            cover: () => ({
              kind: 'cover',
              image: null,
              title: 'Sortimentsanalyse',
              customer: 'Apotheke',
              facts: ['Bezugszeitraum 01.2025 – 12.2025'],
              contents: 'Inhalt',
              contact: { title: 'Ihre Ansprechperson', lines: ['Ada Müller'] },
            }),
            comparison: {
              statistic: { ...one.period, directLinkId: '' },
              other: { ...other.period, directLinkId: '' },
              rows: compared,
            } as unknown as Comparison,
            scenario: { name: 'Alles', choice: { chosen: ['all'], share: '1', benchmark: 66 } },
            order: await orderOf(asking(connection, context)),
          });
          return {
            language: 'de',
            provider: provider.name,
            made: '2026-01-05T08:00:00Z',
            title: 'Sortimentsanalyse',
            foot: 'Provider · Apotheke',
            parts,
          };
        });
      };
      const entries = [];
      for (const rows of packRows)
        entries.push(
          await measure({
            name: `pack of ${ARTICLES.toLocaleString('en')} articles, ${rows} rows per part`,
            promisedMs: 3000,
            promisedMb: 150,
            read: () => form(rows),
            write: makePdf,
          }),
        );
      printExports(entries);
      return { entries, notDone: [] };
    } finally {
      await world.close();
    }
  },
};

/** Everything that could be ordered. */
async function orderOf(ask: ReturnType<typeof asking>): Promise<PackOrder> {
  const figures = { rows: await ask<Parameters<typeof composeRows>[2]['rows']>(cart) };
  const selected = figures.rows.map(({ gtin, productDescription: description, availableQuantity }) => ({
    ...{ gtin, description, version: 1 },
    quantity: String(Math.round(availableQuantity)),
  }));
  const { rows, hidden } = composeRows({ multiplier: '1' }, selected, figures);
  const composed = { rows, hidden, sums: sums([...rows, ...hidden]) };
  return { cart: composed as unknown as PackOrder['cart'], wholesaler: null, deliveryDate: '2026-01-08' };
}
