import type { PooledConnection } from '../engine.ts';
import { encodeJson } from '../json.ts';
import { runView } from '../run.ts';
import type { Reckoning, Row } from '../views/figure.ts';
import { product } from '../views/product.ts';
import type { ProductFilter } from '../views/product-filter.ts';
import type { ViewContext } from '../views/view.ts';

/** What a sum in CHF of one article is reckoned with: packs × pack factor × CHF per pack. Null: not known, or not there. */
export type OwnNumbers = { packs: number; packFactor?: number | null; price: number | null };

/** The columns of the product view that give a sum: price per pack, and the factor where there is one. */
const columns: Readonly<Record<string, { price: string; factor?: string }>> = {
  efPreisSum: { price: 'efPreis1' },
  pPreisSum: { price: 'pPreis1' },
  turnoverPotential: { price: 'efPreis2', factor: 'packFactor' },
};

/** The numbers of the one article that a filter names; undefined where a figure is no such sum, or of more articles. */
export async function ownNumbers(
  connection: PooledConnection,
  reckoning: Reckoning,
  filter: ProductFilter,
  context: ViewContext,
): Promise<OwnNumbers | undefined> {
  if (reckoning.kind !== 'sum' || filter.article?.length !== 1) return undefined;
  const reads = columns[reckoning.column];
  if (!reads) return undefined;
  const answer = await runView(connection, product, product.parameters.parse(filter), context);
  const [row] = JSON.parse(Buffer.from(encodeJson(answer, 'many')).toString()) as Row[];
  if (!row) return undefined;
  return {
    packs: row.qtySum1 as number,
    ...(reads.factor ? { packFactor: row[reads.factor] as number | null } : {}),
    price: row[reads.price] as number | null,
  };
}
