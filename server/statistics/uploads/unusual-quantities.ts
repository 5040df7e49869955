import type { PooledConnection } from '#analytics/engine.ts';
import { sqlFile } from '#analytics/sql.ts';
import type { UnusualQuantity } from '#shared/schemas/preview.ts';

/** Net packs of every article bought in a period of so many months. */
export type Purchases = {
  months: number;
  articles: { article: string; gtin: string | null; description: string | null; quantity: number }[];
};

/** A quantity per month this many times the last period's is worth a look. */
const SUSPICIOUS_FACTOR = 10;
const LISTED = 100;

/** Reads what was bought on a connection that stands on a statistic's schema. */
export async function readPurchases({ rows }: PooledConnection): Promise<Purchases> {
  const [period] = await rows(sqlFile('compare/period.sql').text);
  const articles = await rows(
    'select article, gtin, product_name as description, quantity::double as quantity from assortment order by article',
  );
  return { months: (period as { months: number }).months, articles: articles as Purchases['articles'] };
}

/** The articles whose packs per month are unusual beside the last period's, the most unusual first. */
export function unusualQuantities(now: Purchases, last: Purchases): UnusualQuantity[] {
  const before = new Map(last.articles.map(({ article, quantity }) => [article, quantity]));
  return now.articles
    .flatMap(({ article, gtin, description, quantity }) => {
      const earlier = before.get(article);
      // Multiplied out: of quotients, exactly ten times could come to a little less.
      if (!earlier || quantity * last.months < SUSPICIOUS_FACTOR * earlier * now.months) return [];
      const perMonth = quantity / now.months;
      return [
        { kind: 'quantity' as const, gtin, description, perMonth, earlierPerMonth: earlier / last.months },
      ];
    })
    .sort((a, b) => b.perMonth / b.earlierPerMonth - a.perMonth / a.earlierPerMonth)
    .slice(0, LISTED);
}
