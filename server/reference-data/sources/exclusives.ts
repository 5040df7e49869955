import { toGtin } from './reading/cells.ts';
import { readTable } from './reading/read-table.ts';
import type { SourceFile, SourceInput } from './source-file.ts';

/** Reads the provider's products that nobody else offers. */
export function readExclusivesFile(input: SourceInput): Promise<SourceFile<'exclusives'>> {
  return readTable('exclusives', input, () => {
    const seen = new Set<string>();
    return {
      take(row, rows) {
        const written = row.text('gtin');
        const refuse = (reason: string) => rows.refuse(row.number, row.heading('gtin'), written, reason);
        const gtin = toGtin(written);
        if (!gtin) return refuse(gtin === '' ? 'gtin_missing' : 'gtin_invalid');
        if (seen.has(gtin)) return refuse('gtin_duplicate');
        seen.add(gtin);
        rows.use({ gtin });
      },
    };
  });
}
