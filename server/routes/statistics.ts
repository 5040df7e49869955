import { PassThrough } from 'node:stream';
import type { Context } from 'koa';
import { z } from 'zod';
import { findCustomerByExternalId } from '../db/customers.ts';
import { findStatistic, listStatistics, type Statistic } from '../db/statistics.ts';
import { accessibleUserIds, findActiveUser, type User } from '../db/users.ts';
import type { Dependencies } from '../dependencies.ts';
import { AppError, forbidden, notFound } from '../errors.ts';
import { clientGone } from '../middleware/client-gone.ts';
import { describeError, languageOf } from '../middleware/errors.ts';
import { warningsOf } from '../statistics/import-report.ts';
import { type ImportProgress, importStatistic, type Ownership } from '../statistics/import-statistic.ts';
import { readUploadRequest } from '../statistics/read-upload-request.ts';
import { readUpload, type Upload } from '../statistics/upload.ts';
import { defineRoute, type Route } from './route.ts';

const statistic = z.object({
  bezugsStatistikID: z.int(),
  directLinkId: z.string(),
  active: z.boolean(),
  testUpload: z.boolean(),
  accomplished: z.boolean(),
  customer: z.string().nullable(),
  customerExternalId: z.string().nullable(),
  customerName: z.string().nullable(),
  importDate: z.string(),
  timeMonthFrom: z.int(),
  timeYearFrom: z.int(),
  timeMonthTo: z.int(),
  timeYearTo: z.int(),
  timeInformation: z.string().nullable(),
  comment: z.string().nullable(),
  user: z.string(),
  uploader: z.object({ id: z.int(), name: z.string() }).nullable(),
  headerImage: z.object({ id: z.int() }).nullable(),
  fileName: z.string(),
  consentFileName: z.string().nullable(),
});

/** What a visitor may see of a statistic. */
const visitorFields = [
  'directLinkId',
  'customerName',
  'importDate',
  'timeMonthFrom',
  'timeYearFrom',
  'timeMonthTo',
  'timeYearTo',
  'timeInformation',
  'headerImage',
] as const satisfies (keyof Statistic)[];

export function statisticRoutes(dependencies: Dependencies): Route[] {
  const { pool, followLink } = dependencies;
  return [
    defineRoute({
      method: 'get',
      path: '/api/statistics',
      summary: 'Uploads that the caller may see, newest first; x-has-next-page tells whether more follow.',
      access: 'signedIn',
      query: z.strictObject({
        PageSize: z.coerce.number().int().min(1).max(100).default(100),
        PageNumber: z.coerce.number().int().min(1).max(1_000_000).default(1),
        user: searchText(),
        date: z.union([z.literal('').transform(() => undefined), z.iso.date()]).optional(),
        customerExternalId: searchText(),
        customerName: searchText(),
      }),
      answer: z.array(statistic),
      async handle(ctx, { query: { PageSize, PageNumber, ...filter }, user }) {
        const rows = await listStatistics(pool, {
          uploaderIds: await visibleUploaderIds(dependencies, user),
          ...filter,
          limit: PageSize + 1,
          offset: PageSize * (PageNumber - 1),
        });
        ctx.set('x-has-next-page', String(rows.length > PageSize));
        return rows.slice(0, PageSize);
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/statistics',
      summary:
        'Uploads a statistic (multipart/form-data or JSON); application/x-ndjson is answered with progress.',
      access: 'signedIn',
      answer: z.object({ warnings: z.array(z.string()), report: z.unknown(), bezugsStatistik: statistic }),
      async handle(ctx, { user }) {
        const upload = readUpload(await readUploadRequest(ctx), currentYear());
        const ownership = await ownershipOf(dependencies, upload, user);
        if (ctx.accepts('application/json', NDJSON) === NDJSON)
          return streamImport(dependencies, ctx, upload, ownership);
        return runImport(dependencies, ctx, upload, ownership);
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/statistics/:id',
      summary: 'One statistic by its direct link id; visitors get less.',
      access: 'everyone',
      params: z.object({ id: z.string() }),
      answer: statistic,
      async handle(_ctx, { params, user }) {
        await followLink(params.id);
        const found = await findStatistic(pool, params.id);
        if (!found) throw notFound();
        if (user) return found;
        return Object.fromEntries(visitorFields.map((field) => [field, found[field]]));
      },
    }),
  ];
}

const NDJSON = 'application/x-ndjson';

function searchText() {
  return z
    .string()
    .trim()
    .max(255)
    .transform((text) => text || undefined)
    .optional();
}

/** Users whose uploads `user` may see; null: everyone's. */
async function visibleUploaderIds({ pool }: Dependencies, user: User): Promise<number[] | null> {
  if (user.role === 'Admin' || user.FullDataAccess) return null;
  return accessibleUserIds(pool, user.id);
}

/** Users upload for themselves, admins for whom they choose; the customer must be one that we know. */
async function ownershipOf(dependencies: Dependencies, upload: Upload, user: User): Promise<Ownership> {
  const { pool } = dependencies;
  const other = upload.uploader !== null && upload.uploader !== user.id;
  if (other && user.role !== 'Admin') throw forbidden();
  const uploader = other ? await findActiveUser(pool, upload.uploader!) : user;
  if (!uploader) throw new AppError(400, 'uploader_unknown');
  if (!upload.testUpload && !(await findCustomerByExternalId(pool, upload.customerExternalId!))) {
    throw new AppError(400, 'customer_unknown', { params: { id: upload.customerExternalId! } });
  }
  return {
    uploaderId: uploader.id,
    user: upload.user ?? uploader.name,
    visibleUploaderIds: await visibleUploaderIds(dependencies, user),
  };
}

async function runImport(
  dependencies: Dependencies,
  ctx: Context,
  upload: Upload,
  ownership: Ownership,
  onProgress?: (progress: ImportProgress) => void,
) {
  const importer = { ...dependencies, timeoutMs: dependencies.config.importTimeoutMs };
  const { directLinkId, report } = await importStatistic(
    importer,
    upload,
    ownership,
    onProgress,
    clientGone(ctx),
  );
  const bezugsStatistik = await findStatistic(dependencies.pool, directLinkId);
  return { warnings: warningsOf(report, languageOf(ctx)), report, bezugsStatistik };
}

/** Answers with a line of JSON per progress, then one with the result or the error. */
function streamImport(dependencies: Dependencies, ctx: Context, upload: Upload, ownership: Ownership): void {
  const stream = new PassThrough();
  const write = (line: unknown) => stream.write(`${JSON.stringify(line)}\n`);
  ctx.type = NDJSON;
  ctx.body = stream;
  runImport(dependencies, ctx, upload, ownership, (progress) => write({ progress }))
    .then((result) => write({ result }))
    .catch((error: unknown) => {
      write({ error: describeError(error, languageOf(ctx), ctx.state.requestId, ctx.state.log).body });
    })
    .finally(() => stream.end());
}

function currentYear(): number {
  return Number(
    new Intl.DateTimeFormat('en', { timeZone: 'Europe/Zurich', year: 'numeric' }).format(new Date()),
  );
}
