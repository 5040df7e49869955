import { z } from 'zod';
import { errorBody } from './error.ts';

const day = z.iso.date();
const instant = z.iso.datetime();

/** A version of a template file. */
export const templateVersion = z.strictObject({
  id: z.int(),
  fileName: z.string(),
  size: z.int().describe('bytes'),
  date: day.nullable().describe("the file's own date; null: it names none"),
  rows: z.int().nullable().describe('null: a file that is kept as it is'),
  usedAt: instant.nullable().describe('when it was used last'),
  usedBy: z.string().nullable(),
  reason: z.string().nullable().describe('why it was used though a guard asked'),
  effect: z.string().nullable().describe('what using it has changed, in the language of the request'),
  isCurrent: z.boolean(),
});

/** A file that administrators replace. */
export const templateFile = z.strictObject({
  key: z.string(),
  stockoutSource: z
    .strictObject({ id: z.int(), name: z.string() })
    .nullable()
    .describe('of the list of a source that administrators have named: that one'),
  group: z.enum(['products', 'stockouts', 'customers', 'templates', 'documents']),
  name: z.string().describe('in the language of the request'),
  info: z.strictObject({
    filename: z.string().describe("while none was uploaded the one that the portal comes with, or ''"),
    description: z.string().describe('in the language of the request'),
    validFileExtensions: z.array(z.string()),
    changesMergedProducts: z.boolean(),
  }),
  maxBytes: z.int(),
  builtIn: z.string().nullable().describe('the file that the portal comes with; null: there is none'),
  hasVersions: z.boolean().describe('whether one was used, also when none counts by now'),
  days: z.int().nullable().describe('days since the date of the file in use; null where none is expected'),
  isLate: z.boolean().describe('whether something newer should be there by now'),
  modificationDate: instant.nullable().describe('null while none that was uploaded counts'),
  current: templateVersion.nullable(),
});

const guard = z.strictObject({
  code: z.string(),
  message: z.string().describe('in the language of the request'),
});

const countedRows = z.strictObject({
  count: z.int(),
  samples: z
    .array(
      z.strictObject({
        key: z.string().describe('GTIN, or what else tells a row apart'),
        name: z.string(),
        changes: z.array(z.string()).describe('of a changed row, in the language of the request'),
      }),
    )
    .describe('the first of them'),
});

/** A checked file: what it would be. Nothing has changed yet. */
export const templateCheck = z.strictObject({
  id: z.int(),
  key: z.string(),
  name: z.string(),
  fileName: z.string(),
  size: z.int(),
  date: day.nullable(),
  rows: z.int().nullable().describe('that would count; null: a file that is kept as it is'),
  found: z.int().describe('rows that are there'),
  matched: z.int().nullable().describe('rows of products in the catalogue'),
  problems: z.strictObject({
    total: z.int(),
    unused: z.int().describe('that do not count'),
    listed: z.int().describe('that can be looked at'),
  }),
  facts: z.array(z.string()).describe('in the language of the request'),
  checkedAt: instant,
  checkedBy: z.string().nullable(),
  isUsed: z.boolean(),
  isSame: z.boolean().describe('byte for byte the file that counts'),
  last: templateVersion.nullable().describe('what it would replace'),
  difference: z
    .strictObject({ before: z.int(), new: countedRows, gone: countedRows, changed: countedRows })
    .nullable(),
  list: z
    .strictObject({
      source: z.string(),
      date: day,
      last: day.nullable(),
      open: z.int(),
      added: z.int(),
      dropped: z.int(),
      unknown: z.int().describe('rows of no product in the catalogue, nor with a GTIN'),
    })
    .nullable()
    .describe('of a list of stock-outs: what it would change'),
  guards: z.array(guard).describe('what asks for a reason'),
});

/** A line of the answer to a check that is followed. */
export const templateCheckLine = z.union([
  z.strictObject({
    progress: z.strictObject({ stage: z.enum(['reading', 'saving']), share: z.number().min(0).max(1) }),
  }),
  z.strictObject({ result: templateCheck }),
  z.strictObject({ error: errorBody }),
]);

export const templateProblems = z.strictObject({
  total: z.int(),
  rows: z.array(
    z.strictObject({
      row: z.int(),
      column: z.string(),
      value: z.string(),
      reason: z.string().describe('in the language of the request'),
      used: z.boolean(),
    }),
  ),
});

/** What replacing a file has become. */
export const templateReplaced = z.strictObject({
  message: z.string().describe('in the language of the request'),
  numImportedItems: z.int(),
  warnings: z.array(z.string()).describe('in the language of the request'),
});

export type TemplateVersion = z.infer<typeof templateVersion>;
export type TemplateFile = z.infer<typeof templateFile>;
export type TemplateCheck = z.infer<typeof templateCheck>;
export type TemplateCheckLine = z.infer<typeof templateCheckLine>;
export type TemplateProblems = z.infer<typeof templateProblems>;
export type TemplateReplaced = z.infer<typeof templateReplaced>;
