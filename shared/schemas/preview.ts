import { z } from 'zod';
import { text } from '../fields.ts';
import { COLUMN_FIELDS, DECIMALS } from '../read-report.ts';
import { matchedReport, readReport, readTexts, textFormat } from './import-report.ts';
import { earlierStatistic } from './statistic.ts';

/** As many as a file with a quantity for every day of a year has. */
const MOST_COLUMNS = 400;

/** What was looked at before reading. */
const lookedAt = z.strictObject({
  sheets: z.array(z.string()),
  headings: z
    .array(z.strictObject({ column: z.string(), heading: z.string() }))
    .describe('every column of the heading row, or those that the first rows below fill'),
  rows: z.array(z.array(z.string())).describe('the first rows below the heading, from column A on'),
});

/** An article of which much more is bought than in the last period; packs per month of each period. */
const unusualQuantity = z.strictObject({
  kind: z.literal('quantity'),
  gtin: z.string().nullable(),
  description: z.string().nullable(),
  perMonth: z.number(),
  earlierPerMonth: z.number(),
});

/** Something to look at before saving. */
const suspicion = z.discriminatedUnion('kind', [
  unusualQuantity,
  z.strictObject({ kind: z.literal('same_file'), statistic: earlierStatistic }),
  z.strictObject({ kind: z.literal('overlapping_period'), statistic: earlierStatistic }),
]);

/** What a file would become; nothing is stored. */
export const filePreview = lookedAt.extend({
  ...readReport.pick({ sheet: true, headingRow: true, columns: true }).shape,
  remembered: z.boolean().describe('an earlier choice for this customer and these headings was used'),
  report: matchedReport,
  suspicious: z.array(suspicion),
});

/** Which columns are to be taken for what, instead of what the headings say. */
export const columnChoice = z.strictObject({
  sheet: text(),
  headingRow: z.int().min(0).max(1_048_576).describe('0: no row has headings'),
  columns: z
    .array(z.strictObject({ field: z.enum(COLUMN_FIELDS), column: z.string().regex(/^[A-Z]{1,3}$/) }))
    .max(MOST_COLUMNS)
    .describe('by letter; what several columns of quantities hold is added up, any other field has one'),
});

/** How a text file is to be read; what is absent is recognised. A workbook heeds the decimals. */
export const textChoice = textFormat.extend({ decimal: z.enum(DECIMALS) }).partial();

/** The first rows of a sheet, by which a user can say what stands where, with a guess to begin with. */
const shownSheet = z.strictObject({
  sheet: z.string(),
  rows: z
    .array(z.strictObject({ row: z.int(), values: z.array(z.string()) }))
    .describe('the first filled rows; they count from 1, their values start at column A'),
  headingRow: z.int().describe('0: no row has headings'),
  columns: z
    .array(z.strictObject({ field: z.enum(COLUMN_FIELDS), column: z.string() }))
    .describe('by letter; only those for which something speaks'),
  text: readTexts.optional().describe('how texts were read'),
});

export type ColumnChoice = z.infer<typeof columnChoice>;
export type TextChoice = z.infer<typeof textChoice>;
export type ColumnField = ColumnChoice['columns'][number]['field'];
export type LookedAt = z.infer<typeof lookedAt>;
export type UnusualQuantity = z.infer<typeof unusualQuantity>;
export type Suspicion = z.infer<typeof suspicion>;
export type FilePreview = z.infer<typeof filePreview>;
export type ShownSheet = z.infer<typeof shownSheet>;
