import { z } from 'zod';

const integer = z.int();
const amount = z.number();
const text = z.string().nullable();

export const customerCount = z.strictObject({
  gtin: z.string(),
  customers: integer.describe('customers of the caller who buy it'),
});

export const namedProduct = z.strictObject({
  gtin: z.string(),
  productName: text.describe('null: the catalogue does not know it'),
  manufacturer: text,
});

/** Whose statistic it is, for those who may see it. */
const head = {
  directLinkId: z.string().describe('of the customer’s newest statistic'),
  customerName: text,
  customerExternalId: text,
  phone: text.describe('of the customer, where the portal knows it'),
  representative: z.string(),
  timeMonthFrom: integer,
  timeYearFrom: integer,
  timeMonthTo: integer,
  timeYearTo: integer,
  months: integer.describe('months of the period, both included'),
};

export type CustomerHead = z.infer<z.ZodObject<typeof head>>;

export const customerOfProduct = z.strictObject({
  ...head,
  packs: amount.describe('packs of the period'),
  packsPerMonth: amount,
  turnoverPotential: amount
    .nullable()
    .describe('CHF of the period, ex-factory price of the rank-1 alternative; null: it has none; 0 without'),
  potentialPerMonth: amount.nullable(),
});

const calledProduct = z.strictObject({
  gtin: z.string(),
  productName: z.string(),
  manufacturer: text,
  reportedOn: text.describe('YYYY-MM-DD'),
  knownSinceAtLeast: z.boolean().describe('that is of a source’s first list: it may have begun before'),
  expectedDelivery: text.describe('a date or words'),
  expectedWeek: z.boolean().describe('it is a date that stands for its calendar week'),
  listDate: text.describe('YYYY-MM-DD: the last list of the source that says so'),
  discontinued: z.boolean().describe('a source says that it will not come back; such products come first'),
  alternativeGTIN: z.string(),
  alternativeProductName: z.string(),
  packs: amount,
  packsPerMonth: amount,
  potentialPerMonth: amount.nullable().describe('CHF; null while the alternative has no price'),
  potentialPerYear: amount.nullable().describe('likewise, of twelve months'),
});

const calledCustomer = z.strictObject({
  ...head,
  products: z.array(calledProduct).describe('missing products that the provider can replace'),
  packs: amount,
  packsPerMonth: amount,
  turnoverPotential: amount.describe('CHF of the period, of what is known'),
  potentialPerMonth: amount.describe('CHF'),
  discontinuedProducts: integer.describe('products among them that will not come back'),
  discontinuedPotentialPerYear: amount.describe('CHF, of those products, of what is known'),
});

export const callListAnswer = z.strictObject({
  totals: z.strictObject({
    customers: integer.describe('customers of the whole list'),
    potentialPerMonth: amount.describe('CHF, what those of all customers add up to'),
  }),
  customers: z
    .array(calledCustomer)
    .describe(
      'first who buys discontinued products, by the potential of these per year; then by potential per month',
    ),
});

export type CustomerOfProduct = z.infer<typeof customerOfProduct>;
export type CalledCustomer = z.infer<typeof calledCustomer>;
export type CallListAnswer = z.infer<typeof callListAnswer>;
export type NamedProduct = z.infer<typeof namedProduct>;
export type CustomerCount = z.infer<typeof customerCount>;
