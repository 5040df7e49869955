import type { Context } from 'koa';
import type { Language } from '#shared/languages.ts';
import { isDoubtful } from '#shared/read-report.ts';
import type { ImportReport } from '#shared/schemas/import-report.ts';
import {
  type ImportProgress,
  type UploadLine,
  type UploadResult,
  uploadLine,
  uploadResult,
} from '#shared/schemas/upload.ts';
import type { User } from '#shared/schemas/user.ts';
import { visibleUploaderIds } from '../../accounts/user-queries.ts';
import { languageOf } from '../../http/answer-errors.ts';
import { answerLines, wantsLines } from '../../http/answer-lines.ts';
import { sessionOf } from '../../http/mount.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { notFound } from '../../platform/errors.ts';
import { translate } from '../../platform/i18n/messages.ts';
import { ImportError } from '../../workbooks/reading/import-error.ts';
import type { Dependencies } from '../dependencies.ts';
import { findStatistic } from '../statistic-queries.ts';
import { importStatistic, type Ownership } from './import-statistic.ts';
import { receiveUpload } from './receive-upload.ts';
import { findNamed, type RawUpload, readUpload, type Upload, uploadFields } from './upload-fields.ts';

type Session = ReturnType<typeof sessionOf>;
type Begun = { upload: Upload; ownership: Ownership };
type Run = (onProgress?: (progress: ImportProgress) => void) => Promise<UploadResult>;

export function uploadRoutes(dependencies: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'post',
      path: '/api/statistics',
      summary:
        'Uploads a statistic (multipart/form-data or JSON); application/x-ndjson is answered with progress.',
      access: 'signedIn',
      scope: 'upload',
      costs: 'upload',
      audit: null,
      announces: false,
      form: { fields: uploadFields, files: ['file', 'consentFile'] },
      answer: uploadResult,
      lines: uploadLine,
      receive: (ctx, { user }) => receiveUpload(ctx, dependencies.incoming, user),
      async handle(ctx, { user, sent: { remove, ...sent } }) {
        const session = sessionOf(ctx, dependencies, user);
        const begun = await begin(sent).catch(async (error: unknown) => {
          await remove();
          throw error;
        });
        const run: Run = (onProgress) =>
          runImport(dependencies, ctx, session, begun, onProgress).finally(remove);
        if (!wantsLines(ctx)) return run();
        answerLines<ImportProgress>(ctx, async (tell) => ({ result: await run(tell) }) satisfies UploadLine);
        return undefined;

        async function begin(raw: RawUpload): Promise<Begun> {
          const upload = await readUpload(raw, dependencies.config.firstYear);
          session.signal.throwIfAborted();
          return { upload, ownership: await ownershipOf(dependencies, upload, user) };
        }
      },
    }),
  ];
}

/** Users upload for themselves and those they are responsible for, admins for whom they choose. */
async function ownershipOf(dependencies: Dependencies, upload: Upload, user: User): Promise<Ownership> {
  const { pool } = dependencies;
  const named = await findNamed(pool, user, {
    customerExternalId: upload.testUpload ? null : upload.customerExternalId,
    uploader: upload.uploader === user.id ? null : upload.uploader,
    headerImageId: upload.headerImageId,
  });
  const uploader = named ?? user;
  return {
    uploaderId: uploader.id,
    user: upload.user ?? uploader.name,
    visibleUploaderIds: await visibleUploaderIds(pool, user),
  };
}

async function runImport(
  dependencies: Dependencies,
  ctx: Context,
  session: Session,
  { upload, ownership }: Begun,
  onProgress?: (progress: ImportProgress) => void,
): Promise<UploadResult> {
  const importer = { ...dependencies, pool: dependencies.bulkPool };
  const { signal, confirm } = session;
  const importing = importStatistic(importer, upload, ownership, onProgress, signal, confirm);
  importing.then(
    () => dependencies.metrics.importEnded('stored'),
    (error: unknown) =>
      dependencies.metrics.importEnded(
        signal.aborted ? 'given_up' : error instanceof ImportError ? 'refused' : 'failed',
      ),
  );
  const { directLinkId, report } = await importing;
  const bezugsStatistik = await findStatistic(dependencies.pool, directLinkId);
  if (!bezugsStatistik) throw notFound();
  return { warnings: warningsOf(report, languageOf(ctx)), report, bezugsStatistik };
}

/** What the user should know of an import, one sentence each, in `language`. */
function warningsOf(report: ImportReport, language: Language): string[] {
  const counts: Record<string, number> = {
    unmatched: report.unmatched.total,
    skipped: report.skipped.total,
    left_out_returned: report.leftOut.returned,
    left_out_zero: report.leftOut.total - report.leftOut.returned,
    ambiguous_pharmacodes: report.ambiguousPharmacodes.length,
    hidden_rows: report.hiddenRows.total,
    duplicate: report.duplicateOf.length,
  };
  const counted = Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => translate(language, `warnings.${name}`, { count }));
  const noticed = report.notices
    .filter(({ code }) => isDoubtful(code))
    .map(({ code, params, row, count }) =>
      translate(language, `import.notices.${code}`, { ...params, row: row ?? 0, count: count ?? 1 }),
    );
  return [...counted, ...noticed];
}
