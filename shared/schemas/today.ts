import { z } from 'zod';
import { customerFields } from './customer.ts';
import { customerAction, listedCustomer } from './customer-page.ts';
import { statistic } from './statistic.ts';

const amount = z.number().describe('CHF at ex-factory prices without VAT');
const perMonth = amount.nullable().describe('per month, half up to the centime; null: unknown');

/** Of the product analysis what is kept of the articles that are best offered. */
const keptOffer = z.strictObject({
  article: z.string(),
  productName: z.string().nullable(),
  alternativeGTIN: z.string(),
  alternativeProductName: z.string().nullable(),
  qtySum1: z.number().describe('packs bought in the period'),
  turnoverPotential: amount.nullable(),
  customersGain: z.number().nullable().describe('CHF'),
});

/** An article that is bought and missing, while its alternative can be delivered. */
const keptMissing = z.strictObject({
  gtin: z.string(),
  productName: z.string(),
  alternativeProductName: z.string().nullable(),
  since: z.iso.date().describe('the day on which it went missing'),
  potentialPerMonth: perMonth,
});

/** Why to call or see a customer. */
const reason = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('reminder'),
    day: z.iso.date(),
    setAt: z.iso.datetime(),
  }),
  z.strictObject({
    kind: z.literal('missing').describe('new stock-outs that the provider can replace'),
    products: z.int(),
    potentialPerMonth: perMonth,
    best: z.array(keptMissing).describe('three at most, by potential'),
  }),
  z.strictObject({
    kind: z.literal('opened').describe('the dashboard was opened without signing in'),
    directLinkId: statistic.shape.directLinkId.describe('of the statistic opened last'),
    day: z.iso.date().describe('the last one'),
    times: z.int().describe('in the last 14 days, since the customer was last called'),
  }),
  z.strictObject({
    kind: z
      .literal('unsent')
      .describe(
        'orders that were made in the last 30 days and not mailed, or whose mail has not gone out for an hour or may not have arrived',
      ),
    byCustomer: z
      .boolean()
      .describe(
        'the customer orders with its barcodes: nobody mails it, and whether it was placed is to be asked',
      ),
    order: z.int().describe('the newest'),
    madeAt: z.iso.datetime(),
    packs: z.int(),
    exFactorySum: amount.nullable().describe('null: no row has a price'),
    own: z.boolean().describe('false: somebody else’s'),
    directLinkId: statistic.shape.directLinkId.nullable().describe('of its cart; null: it can’t be opened'),
    orders: z.int().describe('in all'),
  }),
  z.strictObject({
    kind: z.literal('due').describe('deliveries from seven days ago to in two days'),
    order: z.int().describe('of the last one'),
    day: z.iso.date(),
    packs: z.int(),
    wholesalerName: z.string().nullable(),
    own: z.boolean().describe('false: somebody else’s'),
    directLinkId: statistic.shape.directLinkId.nullable().describe('of its cart; null: it can’t be opened'),
    orders: z.int().describe('in all'),
  }),
  z.strictObject({
    kind: z.literal('old').describe('the newest statistic ended more than a year ago'),
    month: z.int().describe('its last month'),
    year: z.int(),
  }),
]);

const { externalId, name, address, directLinkId, timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo } =
  listedCustomer.shape;

/** A customer to be called or seen. */
const customerToCall = z.strictObject({
  externalId,
  name,
  address,
  phone: customerFields.shape.phone,
  mail: customerFields.shape.mail,
  representative: z.string().describe('of the newest statistic'),
  directLinkId,
  timeMonthFrom,
  timeYearFrom,
  timeMonthTo,
  timeYearTo,
  potentialPerMonth: listedCustomer.shape.potentialPerMonth,
  reckonedAt: z.iso.datetime().nullable().describe('when the figures were; null: not yet'),
  current: listedCustomer.shape.current,
  reasons: z.array(reason).describe('by rank, one of a kind'),
  offers: z.array(keptOffer).describe('three at most, by potential; of what can be delivered'),
  lastDone: customerAction
    .pick({ action: true, madeAt: true })
    .extend({ by: z.string() })
    .nullable()
    .describe('the last call or order of this customer, by somebody whose uploads the caller may see'),
});

export const today = z.strictObject({
  day: z.iso.date(),
  newStockoutDays: z.int().describe('days for which a stock-out is new'),
  customers: z.array(customerToCall).describe('by the first of their reasons'),
  all: z.int().describe('customers with a reason'),
  outdated: z
    .strictObject({
      customers: z.int().describe('whose figures are about to be reckoned anew'),
      since: z.iso.datetime().nullable().describe('when the oldest of these were reckoned; null: none yet'),
    })
    .nullable()
    .describe('null: all figures are current'),
  answered: z
    .array(customerAction.extend({ externalId, name }))
    .describe('what the caller did in the last seven days, and reminders to come; newest first'),
});

export type KeptOffer = z.infer<typeof keptOffer>;
export type KeptMissing = z.infer<typeof keptMissing>;
export type Reason = z.infer<typeof reason>;
export type CustomerToCall = z.infer<typeof customerToCall>;
export type Today = z.infer<typeof today>;
