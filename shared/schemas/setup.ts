import { z } from 'zod';

/** What a new portal needs, in the order in which it is best done. */
export const checklistNames = [
  'provider',
  'referenceData',
  'mail',
  'contact',
  'documents',
  'wholesalers',
  'customers',
  'colleagues',
] as const;

/** What is known of an item. */
const facts = z.strictObject({
  name: z.string(),
  companies: z.string(),
  unknownCompanies: z.string().describe('that no manufacturer of the catalogue is called'),
  products: z.int(),
  priceDate: z.iso.date(),
  stockoutsDate: z.iso.date(),
  server: z.string().describe('without user and password'),
  sender: z.string(),
  outbox: z.string().describe('directory that mails are written to instead of being sent'),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  documents: z.string().describe('of the footer that are placeholders'),
  count: z.int(),
});

/** How old the word of a source is. */
const sourceAge = z.strictObject({
  name: z.string().describe('in the language of the request'),
  date: z.iso.date(),
  days: z.int().describe('days since its date'),
  expected: z.int().describe('days until something newer is expected'),
});

export const checklistItem = z.strictObject({
  name: z.enum(checklistNames),
  state: z
    .enum(['open', 'late', 'done', 'notNeeded'])
    .describe('late: done, of sources that are older than expected'),
  mayBeNotNeeded: z.boolean(),
  missing: z
    .array(
      z.enum([
        'company',
        'catalogue',
        'stockouts',
        'server',
        'testMail',
        'address',
        'email',
        'documents',
        'wholesalers',
        'customers',
        'colleagues',
      ]),
    )
    .describe('what an item still lacks; stockouts alone leaves it done'),
  late: z.array(sourceAge).describe('sources from which something newer should be there'),
  unmatched: z
    .array(z.strictObject({ name: z.string(), rows: z.int() }))
    .describe(
      'sources of stock-outs of whose list no row is of a product in the catalogue; leaves an item open',
    ),
  facts: facts.partial(),
});

/** What became of a test mail. */
export const testMailResult = z.strictObject({
  to: z.string(),
  outcome: z.enum(['sent', 'written', 'failed']),
  detail: z
    .string()
    .nullable()
    .describe("the mail server's own words, or the folder that the mail was written to"),
});

export type ChecklistItem = z.infer<typeof checklistItem>;
export type FactName = keyof z.infer<typeof facts>;
export type TestMailResult = z.infer<typeof testMailResult>;
