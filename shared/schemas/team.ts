import { z } from 'zod';

const brought = 'null: the newest statistic of no customer tells of an order';

/** What was done in some months, and whom it was done for. */
const teamFigures = z.strictObject({
  uploads: z.int().describe('statistics uploaded, no test uploads'),
  customers: z.int().describe('customers among these uploads, each once'),
  potentialPerMonth: z
    .number()
    .nullable()
    .describe(
      'CHF at ex-factory prices without VAT, of these customers by the newest of these uploads of each that can be opened; null: of none it is known',
    ),
  notDeliverable: z
    .int()
    .nullable()
    .describe('articles of the same uploads that could not be delivered; null: of none it is known'),
  notDeliverableReplaceable: z
    .int()
    .nullable()
    .describe('articles among these whose alternative could be delivered'),
  orders: z
    .int()
    .describe('orders made: the versions of a cart that were made in one month are one order, the last'),
  ordersSent: z.int().describe('orders among these that were mailed to the wholesaler'),
  orderValue: z
    .number()
    .nullable()
    .describe('CHF at ex-factory prices, of these orders; null: none has a price'),
  orderedProducts: z
    .int()
    .nullable()
    .describe(
      `products of the last order of each customer that the customer’s newest statistic tells of; ${brought}`,
    ),
  boughtProducts: z.int().nullable().describe('products among these that are bought by that statistic'),
  competitorProducts: z
    .int()
    .nullable()
    .describe('products among these that are not, while an article is that they are the alternative of'),
  turnoverPerYear: z
    .number()
    .nullable()
    .describe('CHF at ex-factory prices per year, of those that are bought and have a price'),
  openings: z.int().describe('openings of dashboards by visitors'),
});

/** What representatives did, by month of Zurich. */
export const team = z.strictObject({
  representatives: z
    .array(
      z.strictObject({
        id: z.int().nullable().describe('null: users who are none any more'),
        name: z.string().nullable(),
        ...teamFigures.shape,
        months: z
          .array(z.strictObject({ month: z.string().describe('YYYY-MM'), ...teamFigures.shape }))
          .describe('months in which there was something, newest first'),
      }),
    )
    .describe('by name'),
  totals: teamFigures,
  current: z
    .boolean()
    .describe('false: figures of some customers are not reckoned yet, or are about to be anew'),
});

/** What the last order or scenario of a customer brought. */
export const teamBrought = z.strictObject({
  representative: z.string().nullable().describe('null: a user who is none any more'),
  customerExternalId: z.string(),
  customerName: z.string().nullable(),
  id: z.int().describe('of the order, its number, or of the scenario'),
  name: z.string().describe('number of the order, name of the scenario'),
  month: z.string().describe('YYYY-MM, in which it was made, or kept'),
  orderedProducts: z
    .int()
    .nullable()
    .describe('products in it; null: not reckoned yet, and so are the others'),
  boughtProducts: z.int().nullable(),
  competitorProducts: z.int().nullable(),
  turnoverPerYear: z.number().nullable().describe('CHF at ex-factory prices per year, of those bought'),
});

export type TeamBrought = z.infer<typeof teamBrought>;
export type TeamFigures = z.infer<typeof teamFigures>;
export type Team = z.infer<typeof team>;
