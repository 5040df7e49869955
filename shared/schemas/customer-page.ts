import { z } from 'zod';
import { customerFields } from './customer.ts';
import { statistic } from './statistic.ts';

const amount = z.number().describe('CHF at ex-factory prices without VAT');

/** Of the summary of a statistic what is kept of it, by the same names. */
export const keptFigures = z.strictObject({
  turnoverTotal: amount,
  turnoverProvider: amount,
  potentialTotal: amount,
  customersGainTotal: amount,
  alternativeProvider: z.int().describe('articles with an alternative'),
  notDeliverable: z.int().describe('articles bought that could not be delivered'),
  notDeliverableReplaceable: z.int().describe('articles among these whose alternative could be delivered'),
  genericPenetration: z
    .int()
    .nullable()
    .describe('whole percent, packs of generics in generics and originals; null when there are none'),
  catalogueRevision: z.int(),
  priceDate: z.iso.date(),
});

/** Those in CHF, which grow with the months of a period. */
export const monthlyFigures = keptFigures.pick({
  turnoverTotal: true,
  turnoverProvider: true,
  potentialTotal: true,
  customersGainTotal: true,
});

const { bezugsStatistikID, directLinkId, active, importDate, user, comment } = statistic.shape;
const { timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo } = statistic.shape;
const period = { timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo };

const customerStatistic = z.strictObject({
  bezugsStatistikID,
  directLinkId,
  active: active.describe('false: its dashboard can’t be opened'),
  importDate,
  user,
  comment,
  ...period,
  months: z.int().describe('months of the period, both included'),
  figures: keptFigures
    .extend({
      perMonth: monthlyFigures.describe('CHF per month of the period, half up to the centime'),
      reckonedAt: z.iso.datetime(),
      current: z
        .boolean()
        .describe('false: something was published since, and they are about to be reckoned anew'),
    })
    .nullable()
    .describe('null: not reckoned yet, or the statistic is disabled'),
});

/** A customer among those whose uploads are listed, by the newest of these that can be opened. */
export const listedCustomer = z.strictObject({
  externalId: z.string(),
  name: z.string().nullable(),
  address: z.string().nullable().describe('null: the portal does not know the customer'),
  statistics: z.int().describe('uploads that are found'),
  directLinkId: z.string().nullable().describe('of the newest statistic; null: none can be opened'),
  ...period,
  potentialPerMonth: z
    .number()
    .nullable()
    .describe('CHF at ex-factory prices without VAT, half up to the centime; null: not reckoned yet'),
  notDeliverable: keptFigures.shape.notDeliverable.nullable(),
  notDeliverableReplaceable: keptFigures.shape.notDeliverableReplaceable.nullable(),
  current: z.boolean().describe('false: the figures are about to be reckoned anew'),
  lastOrder: z
    .strictObject({ order: z.int(), madeAt: z.iso.datetime() })
    .nullable()
    .describe('the newest that the caller may see'),
});

const customerOrder = z.strictObject({
  order: z.int().describe('order number'),
  version: z.int().describe('of its cart, from 1'),
  directLinkId,
  madeAt: z.iso
    .datetime()
    .describe('when it was made, or handed out again after the cart had been another one'),
  madeBy: z.string().nullable().describe('name of the user; null: not any more'),
  wholesalerName: z.string().nullable(),
  signed: z.boolean(),
  rows: z.int(),
  packs: z.int(),
  exFactorySum: z.number().nullable().describe('CHF ex-factory; null: no row has a price'),
});

const customerCart = z.strictObject({
  cartKey: z.string(),
  directLinkId,
  own: z.boolean().describe("false: somebody else's, to look at"),
  ownerName: z.string(),
  selectedRows: z.int(),
  changedAt: z.iso.datetime(),
  ...period,
});

export const customerNote = z.strictObject({
  id: z.int(),
  madeAt: z.iso.datetime(),
  writtenBy: z.string().describe('name of the author then'),
  text: z.string(),
  mayDelete: z.boolean(),
});

const customerActions = ['called', 'ordered', 'later'] as const;

export const customerAction = z.strictObject({
  id: z.int(),
  action: z.enum(customerActions),
  until: z.iso.date().nullable().describe('of later: the day of the reminder'),
  madeAt: z.iso.datetime(),
});

/** A customer as far as the caller may see their statistics. */
export const customerPage = z.strictObject({
  externalId: z.string(),
  name: z.string().nullable(),
  known: customerFields
    .omit({ externalId: true, name: true, oneKey: true })
    .nullable()
    .describe('null: the file of customers does not have the number'),
  statistics: z.array(customerStatistic).describe('newest period first'),
  orders: z
    .array(customerOrder)
    .describe('made from these statistics for this customer, newest first, 200 at most'),
  carts: z.array(customerCart).describe('with products that no order has yet, last changed first'),
  actions: z
    .array(customerAction.extend({ by: z.string().describe('name of the user then') }))
    .describe(
      'calls, orders and reminders that were noted by whoever’s notes the caller reads; newest first, 200 at most',
    ),
  notes: z
    .array(customerNote)
    .describe(
      'by the caller, whom they are responsible for or, for some, by everybody; newest first, 200 at most',
    ),
});

/** What became of a product since it was ordered. */
const broughtProduct = z.strictObject({
  gtin: z.string(),
  productDescription: z.string(),
  state: z.enum(['bought', 'competitor', 'neither']),
  packsOrdered: z.int(),
  packsBought: z.number().describe('in the period'),
  turnoverPerYear: z.number().nullable().describe('CHF ex-factory'),
  competitorArticles: z.int().describe('articles bought that it is the alternative of'),
  competitorPacks: z.number().describe('of these, in the period'),
});

/** What a statistic tells of products ordered. */
const broughtFigures = {
  statistic: z.strictObject({ directLinkId, ...period, months: z.int() }).describe('measured by'),
  beginsBefore: z
    .boolean()
    .describe(
      'its period begins before the month after an order of these: a part may have been bought before',
    ),
  ordered: z.int(),
  bought: z.int().describe('products that are bought'),
  competitor: z.int().describe('products that are not, while an article is that they are the alternative of'),
  turnoverPerYear: z.number().nullable().describe('CHF ex-factory, of those that are bought'),
  withoutPrice: z.int().describe('bought products without a price, which it does not count'),
};

/** What became of the products of an order. */
export const lastOrder = z.strictObject({
  order: customerOrder
    .nullable()
    .describe(
      'the newest one that the newest statistic reaches beyond, else the newest; null: there is none',
    ),
  result: z
    .strictObject({ ...broughtFigures, products: z.array(broughtProduct) })
    .nullable()
    .describe('null: no statistic that can be opened reaches beyond an order'),
});

/** Where what is told of comes from: what was ordered, or what kept scenarios proposed. */
export const broughtOf = z.enum(['orders', 'scenarios']);

/** What all of them brought, by each statistic that tells of some; each product once, in however many of them it is. */
export const brought = z.strictObject({
  name: z.string().nullable().describe('of the customer'),
  results: z
    .array(
      z.strictObject({
        ...broughtFigures,
        statistic: broughtFigures.statistic.extend({ importDate }),
        sources: z
          .array(
            z.strictObject({
              id: z.int(),
              name: z.string().describe('number of the order, name of the scenario'),
              madeAt: z.iso.datetime({ offset: true }).describe('when it was made, or kept'),
            }),
          )
          .describe('orders or scenarios that it tells of, newest first'),
        competitorTurnoverPerYear: z
          .number()
          .nullable()
          .describe('CHF ex-factory, of the articles that the products are the alternative of'),
        products: z.array(
          broughtProduct.extend({
            sources: z.array(z.int()).describe('which of them it is in, newest first'),
            competitorTurnoverPerYear: z
              .number()
              .nullable()
              .describe('CHF ex-factory, of the competitors’ articles'),
            otherPacks: z
              .number()
              .describe('packs bought of the same company, molecule, form and strength under other GTINs'),
          }),
        ),
      }),
    )
    .describe('newest period first'),
});

export type LastOrder = z.infer<typeof lastOrder>;
export type BroughtOf = z.infer<typeof broughtOf>;
export type Brought = z.infer<typeof brought>;
export type KeptFigures = z.infer<typeof keptFigures>;
export type ListedCustomer = z.infer<typeof listedCustomer>;
export type CustomerPage = z.infer<typeof customerPage>;
export type CustomerStatistic = CustomerPage['statistics'][number];
export type CustomerOrder = CustomerPage['orders'][number];
export type CustomerAction = z.infer<typeof customerAction>;
export type CustomerNote = z.infer<typeof customerNote>;
export type CustomerCart = CustomerPage['carts'][number];
