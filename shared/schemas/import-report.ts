import { z } from 'zod';
import {
  COLUMN_FIELDS,
  DECIMALS,
  ENCODINGS,
  NOTICE_CODES,
  SEPARATORS,
  SKIP_REASONS,
} from '../read-report.ts';
import { earlierUpload } from './statistic.ts';

const values = z.array(z.string()).describe('the cells of a row as they were read');

/** What the user should know though it was imported. */
const notice = z.strictObject({
  code: z.enum(NOTICE_CODES),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  row: z.int().optional().describe('the first row that is concerned; absent when about the file'),
  rows: z.array(z.int()).optional().describe('the first hundred'),
  count: z.int().optional(),
});

/** How a text file was read. */
export const textFormat = z.strictObject({
  separator: z.enum(SEPARATORS),
  encoding: z.enum(ENCODINGS),
  decimal: z.enum(DECIMALS).nullable().describe('null: nothing in the file says; 1.000 is ambiguous then'),
});

/** How texts were read; of a workbook `decimal` alone, where some quantities are texts that could be read in two ways. */
export const readTexts = textFormat.partial({ separator: true, encoding: true });

/** What was read from a file. rowsRead = imported + skipped.total + totalRowCount. */
export const readReport = z.strictObject({
  sheet: z.string(),
  headingRow: z.int(),
  text: readTexts
    .optional()
    .describe(
      'of .csv and .txt; of a workbook only decimal, where some quantities are texts that could be read in two ways',
    ),
  columns: z
    .array(z.strictObject({ field: z.enum(COLUMN_FIELDS), column: z.string(), heading: z.string() }))
    .describe('of several columns of quantities what they hold was added up'),
  rowsRead: z.int().describe('non-empty rows below the heading'),
  imported: z.int(),
  emptyRows: z.int().describe('between the heading and the last filled row'),
  skipped: z.strictObject({
    total: z.int(),
    byReason: z.record(z.enum(SKIP_REASONS), z.int()),
    rows: z.array(z.strictObject({ row: z.int(), reason: z.enum(SKIP_REASONS), values })),
  }),
  totalRowCount: z.int(),
  totalRows: z.array(z.strictObject({ row: z.int(), label: z.string(), values })),
  hiddenRows: z.strictObject({ total: z.int(), rows: z.array(z.int()) }),
  notices: z.array(notice),
});

const article = z.strictObject({
  gtin: z.string().nullable(),
  pharmacode: z.string().nullable(),
  description: z.string().nullable(),
  quantity: z.number(),
});

/** What happened to every row of a file. Lists are cut short; `total` is the whole number. */
export const matchedReport = readReport.extend({
  matchedByGtin: z.int(),
  matchedByPharmacode: z.int(),
  matchedByHand: z.int().optional().describe('absent where none are'),
  unmatched: z
    .strictObject({ total: z.int(), rows: z.array(article.extend({ row: z.int() })) })
    .describe('rows that no product answers to'),
  returnsNetted: z
    .strictObject({ articles: z.int(), rows: z.int() })
    .describe('returns that were deducted from what was bought'),
  leftOut: z
    .strictObject({
      total: z.int(),
      returned: z.int().describe('of them those of which something was returned'),
      articles: z.array(article),
    })
    .describe('articles with as much or more returned than bought, or with 0 packs, which no figure counts'),
  ambiguousPharmacodes: z.array(
    z.strictObject({ pharmacode: z.string(), gtins: z.array(z.string()), chosen: z.string() }),
  ),
  assortment: z
    .strictObject({
      articles: z.int(),
      packs: z.number(),
      articlesWithoutPrice: z.int(),
      packsWithoutPrice: z.number(),
      articlesUnmatched: z.int(),
      packsUnmatched: z.number(),
    })
    .describe(
      'articles bought, and what of them is not known: those without an ex-factory price, and among them those that are no product of the catalogue',
    ),
  duplicateOf: z.array(earlierUpload).describe('earlier uploads of the same file'),
});

/** The same of a file that was imported; stored with the statistic and shown after the upload. */
export const importReport = matchedReport.extend({
  timings: z.record(z.string(), z.int()).describe('milliseconds by stage'),
});

export type TextFormat = z.infer<typeof textFormat>;
export type ReadTexts = z.infer<typeof readTexts>;
export type Notice = z.infer<typeof notice>;
export type ReadReport = z.infer<typeof readReport>;
export type MatchedReport = z.infer<typeof matchedReport>;
export type ReportedArticle = z.infer<typeof article>;
export type ReportedRow = MatchedReport['unmatched']['rows'][number];
export type ImportReport = z.infer<typeof importReport>;
