import type { Context } from 'koa';
import { z } from 'zod';
import { now } from '#analytics/clock.ts';
import { todayInZurich } from '#analytics/context.ts';
import { day, digits, MOST_INTEGER, text } from '#shared/fields.ts';
import type { Language } from '#shared/languages.ts';
import { type AuditEntry, auditChoices, auditEntry } from '#shared/schemas/audit.ts';
import { languageOf } from '../http/answer-errors.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { sendMadeFile, XLSX } from '../http/send-file.ts';
import type { Dependencies } from '../platform/dependencies.ts';
import { fileName } from '../platform/i18n/file-name.ts';
import { translate } from '../platform/i18n/messages.ts';
import { effectText } from '../reference-data/template-files/describe.ts';
import type { Effect } from '../reference-data/template-files/template-version-queries.ts';
import { swissCsv } from '../workbooks/csv.ts';
import { exportTooLarge, type MakeOptions, makeWorkbook } from '../workbooks/writing/make-workbook.ts';
import { columnsSheet, pageFoot, type Sheet, type Workbook } from '../workbooks/writing/workbook.ts';
import { type AuditFilter, listAuditEntries, readAuditChoices } from './audit-entry-queries.ts';
import { auditColumns, auditLines } from './audit-lines.ts';

const PAGE = 50;

/** Entries per batch, and most in a file: what the writer has memory for. */
const FILE_PART = 2000;
const FILE_ENTRIES = 50_000;

const filter = z.strictObject({
  person: z
    .union([z.literal('none').transform(() => null), digits(1, MOST_INTEGER)])
    .optional()
    .describe('entries of this user; none: of commands and the portal itself'),
  kind: text(64).min(1).optional().describe('kind of thing, for example user'),
  from: day.optional().describe('first day in Zurich'),
  to: day.optional().describe('last day in Zurich'),
  text: text()
    .trim()
    .transform((given) => given || undefined)
    .optional()
    .describe('a part of a name, an action, a value or a reason'),
});

/** The audit of administrative changes: pages and downloads. */
export function auditRoutes({ pool, settings }: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/audit',
      summary:
        'Administrative changes, newest first, fifty at a time; x-has-next-page tells whether more follow.',
      access: 'admin',
      query: filter.extend({
        before: digits(1, MOST_INTEGER).optional().describe('entries of numbers below this one'),
      }),
      answer: z.array(auditEntry),
      async handle(ctx, { query: { before = null, ...asked } }) {
        const entries = await listAuditEntries(pool, asked, before, PAGE + 1);
        ctx.set('x-has-next-page', String(entries.length > PAGE));
        return entries.slice(0, PAGE);
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/audit/choices',
      summary: 'Who and what administrative changes can be filtered by.',
      access: 'admin',
      answer: auditChoices,
      handle: () => readAuditChoices(pool),
    }),
    ...(['excel', 'csv'] as const).map((form) =>
      defineRoute({
        method: 'get',
        path: `/api/audit/${form}`,
        summary: `Administrative changes as ${form === 'csv' ? 'CSV' : '.xlsx'}, one line per field that changed; with the filter of the list.`,
        access: 'admin',
        costs: 'export',
        query: filter,
        handle: (ctx, { query }) => send(ctx, query, form),
      }),
    ),
  ];

  function send(ctx: Context, asked: AuditFilter, form: 'excel' | 'csv'): Promise<void> {
    const language = languageOf(ctx);
    const nameWith = (extension: string) =>
      fileName(extension, translate(language, 'audit.file.name'), todayInZurich());
    if (form === 'csv') {
      return sendMadeFile(ctx, {
        name: nameWith('csv'),
        type: 'text/csv; charset=utf-8',
        make: async (options) => auditCsv(await allLines(asked, language, options), language),
      });
    }
    return sendMadeFile(ctx, {
      name: nameWith('xlsx'),
      type: XLSX,
      async make(options) {
        const lines = await allLines(asked, language, options);
        const file = { author: (await settings()).provider.name, made: now() };
        return makeWorkbook(auditWorkbook(lines, language, file), options);
      },
    });
  }

  /** Read in batches, so that other requests are served in between. @throws AppError export_too_large */
  async function allLines(
    asked: AuditFilter,
    language: Language,
    { signal }: MakeOptions,
  ): Promise<AuditLine[]> {
    const lines: AuditLine[] = [];
    let before: number | null = null;
    for (let read = FILE_PART; ; read += FILE_PART) {
      signal?.throwIfAborted();
      const part = await listAuditEntries(pool, asked, before, FILE_PART);
      if (read > FILE_ENTRIES && part.length > 0) throw exportTooLarge();
      for (const line of auditLines(part.map(inWords(language)), language)) lines.push(line);
      if (part.length < FILE_PART) return lines;
      before = part.at(-1)!.id;
    }
  }
}

type AuditLine = (string | number | null)[];

/** The effect of using a template file is stored as counts and shown as words. */
const inWords =
  (language: Language) =>
  (entry: AuditEntry): AuditEntry => {
    const effect = entry.after?.effect;
    if (entry.subject !== 'template-file' || !effect || typeof effect !== 'object') return entry;
    return { ...entry, after: { ...entry.after, effect: effectText(effect as Effect, language) } };
  };

/** Administrative changes as CSV, one line per changed field. */
function auditCsv(lines: readonly AuditLine[], language: Language): Uint8Array {
  return swissCsv([auditColumns(language).map(({ heading }) => heading), ...lines]);
}

/** Administrative changes as a workbook, one row per changed field. */
function auditWorkbook(
  lines: readonly AuditLine[],
  language: Language,
  { author, made }: { author: string; made: Date },
): Workbook {
  const sheet: Sheet = {
    name: translate(language, 'audit.title'),
    columns: auditColumns(language),
    rows: lines,
  };
  return {
    title: sheet.name,
    author,
    created: made.toISOString(),
    ...pageFoot(language),
    sheets: [sheet, columnsSheet(language, [sheet])],
  };
}
