import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { smallCatalogue } from './small-catalogue.ts';

/** The small catalogue as the four files that npm run catalogue reads, in a folder of their own. */
export async function catalogueFiles(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-catalogue-'));
  const { products, portfolio, exclusive } = smallCatalogue.catalogue!;
  const files = { catalogue: products, portfolio, exclusive, stockouts: smallCatalogue.stockouts!.csv };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, `${name}.csv`), text);
  return { folder, remove: () => rm(folder, { recursive: true }) };
}
