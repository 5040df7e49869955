import { toGtin } from './reading/cells.ts';
import { readTable } from './reading/read-table.ts';
import type { SourceFile, SourceInput } from './rows.ts';

/** Reads what the provider offers instead of a product; whether both are in the catalogue is seen when it is built. */
export function readPortfolioFile(input: SourceInput): Promise<SourceFile<'portfolio'>> {
  return readTable('portfolio', input, () => {
    const seen = new Set<string>();
    const ranks = new Set<string>();
    return {
      take(row, rows) {
        const refuse = (field: string, reason: string, value = row.text(field)) =>
          rows.refuse(row.number, row.heading(field), value, reason);
        const gtin = toGtin(row.text('gtin'));
        const alternativeGtin = toGtin(row.text('alternativeGtin'));
        if (!gtin) return refuse('gtin', gtin === '' ? 'gtin_missing' : 'gtin_invalid');
        if (!alternativeGtin) {
          return refuse('alternativeGtin', alternativeGtin === '' ? 'gtin_missing' : 'gtin_invalid');
        }
        if (gtin === alternativeGtin) return refuse('alternativeGtin', 'alternative_is_product');
        const rank = row.text('rank').replace(/\.0+$/, '');
        if (!/^[1-9]\d{0,3}$/.test(rank)) return refuse('rank', 'rank_invalid');
        const pair = `${gtin} ${alternativeGtin}`;
        if (seen.has(pair)) return refuse('alternativeGtin', 'alternative_duplicate', pair);
        seen.add(pair);
        if (ranks.has(`${gtin} ${rank}`)) rows.doubt(row.number, row.heading('rank'), rank, 'rank_repeated');
        ranks.add(`${gtin} ${rank}`);
        rows.use({ gtin, alternativeGtin, rank: Number(rank) });
      },
    };
  });
}

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
