import { z } from 'zod';
import { period } from './statistic.ts';

/** Statistics that one combines. */
export const FEWEST_MEMBERS = 2;
export const MOST_MEMBERS = 50;

/** Members with columns of their own at a time. */
export const MOST_COLUMNS = 6;

/** Characters of the name of a combined statistic. */
export const LONGEST_NAME = 255;

/** A statistic that is part of a combined one, in its place there, from 1. */
export const combinedMember = z.strictObject({
  position: z.int(),
  state: z
    .enum(['open', 'disabled', 'deleted', 'hidden'])
    .describe('open; anything else stops the combined statistic. hidden: its maker may not see it any more'),
  statistic: z
    .strictObject({
      bezugsStatistikID: z.int(),
      directLinkId: z.string(),
      customerName: z.string().nullable(),
      customerExternalId: z.string().nullable(),
      importDate: z.iso.datetime(),
      fileName: z.string(),
      testUpload: z.boolean(),
      lines: z.int(),
      ...period,
    })
    .nullable()
    .describe('null: deleted for good, or not for the caller to see'),
  sameAs: z
    .int()
    .nullable()
    .describe('an earlier place with the same file, or the same packs of the same articles'),
});

/** The members of a combined statistic, and what is to be known of them together. */
export const combinedMembers = z.strictObject({
  mayChange: z.boolean().describe('the caller may take members out'),
  members: z.array(combinedMember),
  customers: z.int().describe('different customers that they are of'),
  gaps: z
    .array(z.strictObject(period))
    .describe(
      'months between the first and the last of which there is none; they count where figures are per month',
    ),
  overlaps: z
    .array(z.strictObject({ ...period, statistics: z.int() }))
    .describe('months of which there are several, and of how many'),
});

/** What tells the members of a combined statistic apart. */
export const memberHead = z.strictObject({
  position: z.int(),
  customerName: z.string().nullable(),
  ...period,
});

/** Of a list's row, or of all of it, what a member has. */
export const memberFigures = z.strictObject({
  key: z.string().nullable().describe("value of the list's key column; null: of the whole list"),
  member: z.int().describe('its place'),
  qtySum: z.number().describe('packs, returns deducted'),
  efPreisSum: z
    .number()
    .nullable()
    .describe('CHF, ex-factory price without VAT; null of an article without a price'),
});

export type MemberFigures = z.infer<typeof memberFigures>;
export type MemberHead = z.infer<typeof memberHead>;
export type CombinedMember = z.infer<typeof combinedMember>;
export type CombinedMembers = z.infer<typeof combinedMembers>;
