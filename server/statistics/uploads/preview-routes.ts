import { randomUUID } from 'node:crypto';
import { linkSync, rmSync } from 'node:fs';
import { link, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from 'koa';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { now } from '#analytics/clock.ts';
import { integerOrNull, textOrNull } from '#shared/fields.ts';
import type { Language } from '#shared/languages.ts';
import type { ImportReport } from '#shared/schemas/import-report.ts';
import { type FilePreview, filePreview } from '#shared/schemas/preview.ts';
import type { User } from '#shared/schemas/user.ts';
import { visibleUploaderIds } from '../../accounts/user-queries.ts';
import { languageOf } from '../../http/answer-errors.ts';
import { clientGone } from '../../http/client-gone.ts';
import { sessionOf } from '../../http/mount.ts';
import { parseInput } from '../../http/request/parse-input.ts';
import type { UploadedFile } from '../../http/request/uploaded-file.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { sendFile, XLSX } from '../../http/send-file.ts';
import { AppError } from '../../platform/errors.ts';
import { fileName } from '../../platform/i18n/file-name.ts';
import { translate } from '../../platform/i18n/messages.ts';
import { type MakeOptions, makeWorkbook } from '../../workbooks/writing/make-workbook.ts';
import { pageFoot, type SheetColumn } from '../../workbooks/writing/workbook.ts';
import type { Dependencies } from '../dependencies.ts';
import { checkTimeRange } from '../time-range.ts';
import { previewStatistic } from './preview-statistic.ts';
import { receiveUpload } from './receive-upload.ts';
import { readingFields } from './upload-fields.ts';

/** Files of dry runs that this process keeps on its disk, each for the user who sent it. */
type KeptFiles = {
  /** Keeps the user's file in place of an earlier one, also when it is removed where it came in. */
  keep(user: User, file: UploadedFile): Promise<void>;
  /**
   * The user's file of that SHA-256, as a file of `directory`, which is made where it is missing; nothing when it was
   * dropped or sent by somebody else or to another process.
   */
  find(user: User, sha256: Uint8Array, directory: string): Promise<UploadedFile | undefined>;
};

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_MILLISECONDS = 15 * 60_000;

const SHA256 = /^[0-9a-f]{64}$/i;

const fields = z.object({
  fileSha256: textOrNull.pipe(z.string().regex(SHA256).nullable()),
  customerExternalId: textOrNull,
  timeMonthFrom: integerOrNull,
  timeYearFrom: integerOrNull,
  timeMonthTo: integerOrNull,
  timeYearTo: integerOrNull,
  ...readingFields,
});

/** Dry runs: what an upload would become, without storing anything. */
export function previewRoutes(dependencies: Dependencies): Route[] {
  const files = keepFiles(dependencies.incoming.directory);
  const receive = (ctx: Context, { user }: { user: User }) => receiveUpload(ctx, dependencies.incoming, user);
  return [
    defineRoute({
      method: 'post',
      path: '/api/statistics/preview',
      summary:
        'What a file would become: columns, first rows, report, and what looks suspicious. Stores nothing. A file that was sent a moment ago can be asked about again by its fileSha256 (hexadecimal); 409 file_unknown asks for it once more. 422 shows the first rows of each sheet when the columns must be chosen by hand.',
      access: 'signedIn',
      costs: 'preview',
      audit: null,
      announces: false,
      form: { fields, files: ['file'] },
      receive,
      answer: filePreview,
      handle: (ctx, { user, sent }) => preview(dependencies, files, ctx, user, sent),
    }),
    defineRoute({
      method: 'post',
      path: '/api/statistics/preview/problems',
      summary: 'The rows of a file that would not be imported or matched, as an annotated .xlsx.',
      access: 'signedIn',
      costs: 'preview',
      audit: null,
      announces: false,
      form: { fields, files: ['file'] },
      receive,
      async handle(ctx, { user, sent }) {
        const { report } = await preview(dependencies, files, ctx, user, sent);
        const bytes = await problemRowsWorkbook(report, languageOf(ctx), {
          author: (await dependencies.settings()).provider.name,
          signal: clientGone(ctx),
        });
        sendFile(ctx, {
          type: XLSX,
          bytes,
          saveAs: fileName('xlsx', translate(languageOf(ctx), 'problems.sheet')),
        });
      },
    }),
  ];
}

async function preview(
  dependencies: Dependencies,
  files: KeptFiles,
  ctx: Context,
  user: User,
  { remove, directory, ...raw }: Awaited<ReturnType<typeof receiveUpload>>,
): Promise<FilePreview> {
  const session = sessionOf(ctx, dependencies, user);
  try {
    session.signal.throwIfAborted();
    const { customerExternalId, columns, text, fileSha256, ...range } = parseInput(fields, raw.fields);
    const isEntered = Object.values(range).every((value) => value !== null);
    const seen = await previewStatistic(
      dependencies,
      {
        file: await fileOf(files, user, raw.file, fileSha256, directory),
        choice: columns,
        text,
        customerExternalId,
        time: isEntered ? checkTimeRange(range, dependencies.config.firstYear) : undefined,
        uploaderId: user.id,
        visibleUploaderIds: await visibleUploaderIds(dependencies.pool, user),
      },
      session.signal,
    );
    await session.confirm(dependencies.pool);
    return seen;
  } finally {
    await remove();
  }
}

/** The file that was sent, or the one that the same user sent before. */
async function fileOf(
  files: KeptFiles,
  user: User,
  sent: UploadedFile | undefined,
  sha256: string | null,
  directory: string,
): Promise<UploadedFile> {
  if (sent && sent.size > 0) {
    await files.keep(user, sent);
    return sent;
  }
  if (sha256 === null) throw new AppError(400, 'file_required');
  const kept = await files.find(user, Buffer.from(sha256, 'hex'), directory);
  if (!kept) throw new AppError(409, 'file_unknown');
  return kept;
}

/**
 * Keeps one file per user in `folder`, up to `maxBytes` in all and for `maxMilliseconds`, least recently used dropped
 * first.
 */
export function keepFiles(
  folder: string,
  maxBytes = MAX_BYTES,
  maxMilliseconds = MAX_MILLISECONDS,
): KeptFiles {
  const files = new LRUCache<User['id'], UploadedFile>({
    maxSize: maxBytes,
    sizeCalculation: ({ size }) => size,
    ttl: maxMilliseconds,
    ttlAutopurge: true,
    updateAgeOnGet: true,
    dispose: ({ path }) => rmSync(path, { force: true }),
  });
  return {
    async keep(user, file) {
      const path = join(folder, `kept-${randomUUID()}`);
      await link(file.path, path);
      files.set(user.id, { ...file, path });
    },
    async find(user, sha256, directory) {
      await mkdir(directory, { recursive: true });
      const file = files.get(user.id);
      if (!file || !Buffer.from(sha256).equals(file.sha256)) return undefined;
      const path = join(directory, 'kept');
      // At once: it may be dropped at any time.
      linkSync(file.path, path);
      return { ...file, path };
    },
  };
}

/**
 * A workbook of the rows that were not imported or not matched: row number in the original file, what is wrong, and
 * the values. At most what the report lists.
 */
export function problemRowsWorkbook(
  report: Pick<ImportReport, 'skipped' | 'unmatched' | 'totalRows'>,
  language: Language,
  { author, ...options }: MakeOptions & { author: string },
): Promise<Uint8Array> {
  const words = (key: string) => translate(language, `problems.${key}`);
  const rows = [
    ...report.skipped.rows.map(({ row, reason, values }) => ({
      row,
      problem: translate(language, `import.reasons.${reason}`),
      values,
    })),
    ...report.unmatched.rows.map(({ row, gtin, pharmacode, description, quantity }) => ({
      row,
      problem: words('unmatched'),
      values: [gtin ?? '', pharmacode ?? '', description ?? '', String(quantity)],
    })),
    ...report.totalRows.map(({ row, values }) => ({ row, problem: words('total'), values })),
  ].sort((a, b) => a.row - b.row);
  const values = Math.max(1, ...rows.map((row) => row.values.length));
  const columns: SheetColumn[] = [
    { heading: words('row'), kind: 'integer' },
    { heading: words('problem'), kind: 'text' },
    ...Array.from(
      { length: values },
      (_, place): SheetColumn => ({
        heading: place === 0 ? words('values') : '',
        kind: 'text',
      }),
    ),
  ];
  return makeWorkbook(
    {
      title: words('sheet'),
      author,
      created: now().toISOString(),
      ...pageFoot(language),
      sheets: [
        {
          name: words('sheet'),
          columns,
          rows: rows.map(({ row, problem, values }) => [row, problem, ...values]),
        },
      ],
    },
    options,
  );
}
