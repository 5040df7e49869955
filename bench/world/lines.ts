import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type Engine, quoted } from '#analytics/engine.ts';
import { temporaryPath, withFiles, writtenFile } from '#analytics/files.ts';
import { type StoredLines, sumLines } from '#analytics/lines.ts';
import { buildCatalogue, type Catalogue } from '#fixtures/catalogue.ts';
import { buildPurchases } from '#fixtures/purchases.ts';
import { cached } from './cache.ts';
import { PACKS, SEED } from './catalogue.ts';

/**
 * So many purchase lines as a statistic keeps them, as Parquet: most named by GTIN, one in fifty by Pharmacode alone,
 * one in two hundred by a Pharmacode that no product has. `seed` draws other purchases from the same catalogue of `packs`.
 */
export function benchLines(engine: Engine, lines: number, seed = SEED, packs = PACKS): Promise<StoredLines> {
  return cachedLines(engine, `lines-${lines}-${seed}-of-${packs}`, packs, (products) =>
    buildPurchases({ seed, products, lines }),
  );
}

/** So many lines of so many articles, every one bought as often as another. */
export function benchLinesOf(engine: Engine, articles: number, lines: number): Promise<StoredLines> {
  return cachedLines(engine, `lines-${lines}-of-${articles}-in-turns`, PACKS, () => inTurns(articles, lines));
}

type Purchases = ReturnType<typeof buildPurchases>;

function* inTurns(articles: number, lines: number): Purchases {
  const chunk = 65_536;
  for (let start = 0; start < lines; start += chunk) {
    const length = Math.min(chunk, lines - start);
    yield {
      product: Uint32Array.from({ length }, (_, index) => (start + index) % articles),
      quantity: Int32Array.from({ length }, (_, index) => 1 + ((start + index) % 7)),
    };
  }
}

async function cachedLines(
  engine: Engine,
  name: string,
  packs: number,
  purchases: (products: Catalogue['products']) => Purchases,
): Promise<StoredLines> {
  const lines = await cached(`${name}.parquet`, async () => {
    const { products } = buildCatalogue({ seed: SEED, packs });
    const drawn = temporaryPath(engine, 'drawn.csv');
    const catalogue = products.map(
      ({ gtin, pharmacode, description }, index) =>
        `${index},${gtin},${pharmacode},"${description.replaceAll('"', '""')}"`,
    );
    try {
      await writePurchases(drawn, purchases(products));
      return await withFiles(engine, { catalogue: Buffer.from(catalogue.join('\n')) }, (paths) =>
        writtenFile(engine, 'lines', (path) =>
          engine.use('main', ({ runScript }) => runScript(copyLines(drawn, paths.catalogue, path))),
        ),
      );
    } finally {
      await rm(drawn, { force: true });
    }
  });
  return { lines, sums: await cached(`${name}-sums.parquet`, () => sumLines(engine, lines)) };
}

async function writePurchases(path: string, purchases: Purchases): Promise<void> {
  const file = createWriteStream(path);
  let row = 1;
  for (const { product, quantity } of purchases) {
    let text = '';
    for (let index = 0; index < product.length; index++) {
      text += `${++row},${product[index]},${quantity[index]}\n`;
    }
    if (!file.write(text)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
}

function copyLines(drawn: string, catalogue: string, path: string): string {
  return `copy (
    with named as (
      select
        d.row_number,
        case when d.row_number % 50 <> 7 and d.row_number % 200 <> 3 then c.gtin end as gtin,
        case
          when d.row_number % 200 = 3 then '99' || lpad((d.row_number % 2000 * 7919 % 2000)::varchar, 5, '0')
          else c.pharmacode
        end as pharmacode,
        c.gtin as bought,
        c.description,
        d.quantity
      from read_csv(${quoted(drawn)}, header = false,
        columns = {'row_number': 'integer', 'product': 'integer', 'quantity': 'bigint'}) d
      join read_csv(${quoted(catalogue)}, header = false, nullstr = '', quote = '"', escape = '"',
        columns = {'product': 'integer', 'gtin': 'varchar', 'pharmacode': 'varchar', 'description': 'varchar'}) c using (product)
    )
    select
      row_number,
      coalesce(gtin, case when pharmacode is null then bought end) as gtin_read,
      pharmacode as pharmacode_read,
      quantity::varchar as quantity_read,
      description as description_read,
      null::varchar as manufacturer_read,
      null::varchar as ex_factory_price_read,
      null::varchar as public_price_read,
      gtin_read as gtin,
      pharmacode,
      quantity
    from named
    order by row_number
  ) to ${quoted(path)} (format parquet, compression zstd)`;
}
