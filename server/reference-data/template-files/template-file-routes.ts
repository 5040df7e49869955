import type { Context } from 'koa';
import { z } from 'zod';
import { digits, integerOrNull, pathId, text, textOrNull } from '#shared/fields.ts';
import {
  type TemplateCheck,
  type TemplateCheckLine,
  type TemplateReplaced,
  templateCheck,
  templateCheckLine,
  templateFile,
  templateProblems,
  templateReplaced,
  templateVersion,
} from '#shared/schemas/template-files.ts';
import type { User } from '#shared/schemas/user.ts';
import { languageOf } from '../../http/answer-errors.ts';
import { answerLines, wantsLines } from '../../http/answer-lines.ts';
import { clientGone } from '../../http/client-gone.ts';
import { sessionOf } from '../../http/mount.ts';
import { parseInput } from '../../http/request/parse-input.ts';
import type { UploadedFile } from '../../http/request/uploaded-file.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { sendFile, XLSX } from '../../http/send-file.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { fileName } from '../../platform/i18n/file-name.ts';
import { translate } from '../../platform/i18n/messages.ts';
import type { Dependencies } from '../dependencies.ts';
import { activateBuiltIn, activateChecked, GuardedError, reactivate } from './activate-version.ts';
import { builtInFiles } from './built-in.ts';
import { type CheckProgress, checkFile } from './check-file.ts';
import { upToDate } from './compare-version.ts';
import {
  describeBuiltIn,
  describeCheck,
  describeFile,
  describeGuard,
  describeReplaced,
  describeVersion,
  nameOf,
} from './describe.ts';
import { NAMED_KIND, namedNumber, sourceKeyOf, type TemplateFileKind, templateFileKind } from './kinds.ts';
import { receiveFile } from './receive-file.ts';
import { readProblems, templateProblemsWorkbook } from './template-problems.ts';
import {
  allKinds,
  currentVersion,
  currentVersions,
  fileParts,
  findKind,
  findVersion,
  usedKeys,
  usedVersions,
} from './template-version-queries.ts';

type Session = ReturnType<typeof sessionOf>;

/** Milliseconds between two lines of progress. */
const PROGRESS_EVERY = 100;
const MOST_LISTED = 100;

const path = '/api/templatefiles';

/** In place of a version's number: the file that the portal comes with. */
const BUILT_IN = 'built-in';
const ofKey = z.object({ key: text(64) });
const ofVersion = ofKey.extend({ id: pathId });
const checkFields = z.object({ fileName: textOrNull });

const replaceFields = z.object({
  key: text(64),
  id: integerOrNull.describe('of a checked file; without it the file is sent'),
  reason: textOrNull.describe('why it is right, where a guard asks'),
  fileName: textOrNull,
});

/** The files that administrators replace: reference data, templates and documents. */
export function templateFileRoutes(dependencies: Dependencies): Route[] {
  const { pool, bulkPool, engine, incoming, config, settings } = dependencies;
  /** What is stored and follows from it. */
  const bulk = { pool: bulkPool, engine };
  const builtIn = builtInFiles(config.documentsDir);
  return [
    defineRoute({
      method: 'get',
      path,
      summary: 'Every template file with the version that counts.',
      access: 'admin',
      answer: z.array(templateFile),
      async handle(ctx) {
        const [kinds, current, used, { expectedDays }] = await Promise.all([
          allKinds(pool),
          currentVersions(pool),
          usedKeys(pool),
          settings(),
        ]);
        const versions = new Map(current.map((version) => [version.key, version]));
        const keys = new Set(used);
        const language = languageOf(ctx);
        return kinds.map((kind) => {
          const expected = (expectedDays as Record<string, number>)[sourceKeyOf(kind)];
          const beside = {
            builtIn: builtIn.nameOf(kind, language),
            hasVersions: keys.has(kind.key),
            expected,
          };
          return describeFile(kind, versions.get(kind.key), beside, language);
        });
      },
    }),
    defineRoute({
      method: 'put',
      path,
      summary:
        'Replaces a template file: by a checked one (key, id) or by one that is sent (key before the file, multipart/form-data or JSON with a data URL, named for its kind where fileName is not given). 409 template_file_guarded lists what asks for a reason; 409 template_file_stale: another version counts by now than it was compared with.',
      access: 'admin',
      audit: 'template-file.replaced',
      versioned: false,
      announces: true,
      form: { fields: replaceFields, files: ['file'] },
      answer: templateReplaced,
      receive: (ctx, { user }) =>
        receiveFile(ctx, incoming, user, ({ key }) => (typeof key === 'string' ? readAs(key) : undefined)),
      async handle(ctx, { user, sent: { fields, file, remove } }) {
        const session = sessionOf(ctx, dependencies, user);
        try {
          const { key, id, reason } = parseInput(replaceFields, fields);
          const kind = await kindOf(key);
          const checked = file ? await check(kind, file, user, session) : id;
          if (checked === null) throw new AppError(400, 'template_file_required');
          return await replace(ctx, kind, checked, user, session, reason ?? undefined);
        } finally {
          await remove();
        }
      },
    }),
    defineRoute({
      method: 'get',
      path: `${path}/:key`,
      summary:
        'The file that counts, or another version of it: `built-in` is the template or document that the portal comes with, which counts while no version does. Its name in content-disposition.',
      access: 'admin',
      params: ofKey,
      objects: { key: 'administered' },
      query: z.strictObject({ version: z.union([pathId, z.literal(BUILT_IN)]).optional() }),
      async handle(ctx, { params, query }) {
        const kind = await kindOf(params.key);
        const { key } = kind;
        const { version: asked } = query;
        const version =
          asked === undefined
            ? await currentVersion(pool, key)
            : asked !== BUILT_IN && (await findVersion(pool, key, asked));
        if (!version) {
          const language = languageOf(ctx);
          const saveAs = asked === undefined || asked === BUILT_IN ? builtIn.nameOf(kind, language) : null;
          if (!saveAs) throw notFound();
          sendFile(ctx, {
            type: 'application/octet-stream',
            ...(await builtIn.read(kind, language)),
            saveAs,
          });
          return;
        }
        sendFile(ctx, {
          type: 'application/octet-stream',
          bytes: fileParts(pool, version.id),
          size: version.size,
          saveAs: version.fileName,
        });
      },
    }),
    defineRoute({
      method: 'get',
      path: `${path}/:key/versions`,
      summary: 'The versions that were used, the one that counts first.',
      access: 'admin',
      params: ofKey,
      objects: { key: 'administered' },
      answer: z.array(templateVersion),
      async handle(ctx, { params }) {
        const kind = await kindOf(params.key);
        const versions = await usedVersions(pool, kind.key);
        return versions.map((version) => describeVersion(kind, version, languageOf(ctx)));
      },
    }),
    defineRoute({
      method: 'post',
      path: `${path}/:key/versions/:id/use`,
      summary:
        'Goes back to a version that was used before. A list of stock-outs is matched anew with the products of the catalogue, the one in use too; any other file in use already is 409 template_file_stale.',
      access: 'admin',
      audit: 'template-file.taken-back',
      announces: true,
      params: ofVersion,
      objects: { key: 'administered', id: 'administered' },
      answer: templateReplaced,
      async handle(ctx, { params, user }) {
        const kind = await kindOf(params.key);
        const session = sessionOf(ctx, dependencies, user);
        const version = await reactivate(bulk, kind, { id: params.id, ...activationBy(user, session) });
        return describeReplaced(kind, version, languageOf(ctx));
      },
    }),
    defineRoute({
      method: 'post',
      path: `${path}/:key/${BUILT_IN}/use`,
      summary:
        'Goes back to the template or document that the portal comes with; versions that were used stay. 409 template_file_stale: it counts already.',
      access: 'admin',
      audit: 'template-file.built-in',
      announces: true,
      params: ofKey,
      objects: { key: 'administered' },
      answer: templateReplaced,
      async handle(ctx, { params, user }) {
        const kind = await kindOf(params.key);
        const language = languageOf(ctx);
        const saveAs = builtIn.nameOf(kind, language) ?? gone();
        const { by, beforeCommit } = activationBy(user, sessionOf(ctx, dependencies, user));
        await activateBuiltIn(bulk, kind, saveAs, { by, beforeCommit });
        return describeBuiltIn(kind, saveAs, language);
      },
    }),
    defineRoute({
      method: 'post',
      path: `${path}/:key/check`,
      summary:
        'Checks a file: what it would be beside the version that counts. Nothing changes. application/x-ndjson is answered with progress.',
      access: 'admin',
      audit: { none: 'nothing counts of it until it is used' },
      announces: false,
      params: ofKey,
      objects: { key: 'administered' },
      form: { fields: checkFields, files: ['file'] },
      answer: templateCheck,
      lines: templateCheckLine,
      async receive(ctx, { params, user }) {
        const kind = await kindOf(params.key);
        return receiveFile(ctx, incoming, user, () => kind);
      },
      async handle(ctx, { params, user, sent: { file, remove } }) {
        const kind = await kindOf(params.key);
        const session = sessionOf(ctx, dependencies, user);
        const work = async (onProgress?: OnProgress) => {
          try {
            if (!file) throw new AppError(400, 'template_file_required');
            return await checkAnswer(ctx, kind, await check(kind, file, user, session, onProgress));
          } finally {
            await remove();
          }
        };
        if (!wantsLines(ctx)) return work();
        answerLines<CheckProgress>(
          ctx,
          async (tell) => ({ result: await work(tell) }) satisfies TemplateCheckLine,
          PROGRESS_EVERY,
        );
        return undefined;
      },
    }),
    defineRoute({
      method: 'get',
      path: `${path}/:key/checks/:id`,
      summary: 'A checked file, compared with the version that counts by now.',
      access: 'admin',
      params: ofVersion,
      objects: { key: 'administered', id: 'administered' },
      answer: templateCheck,
      handle: async (ctx, { params }) => checkAnswer(ctx, await kindOf(params.key), params.id),
    }),
    defineRoute({
      method: 'get',
      path: `${path}/:key/checks/:id/problems`,
      summary: 'The problem rows of a checked file, in its order.',
      access: 'admin',
      params: ofVersion,
      objects: { key: 'administered', id: 'administered' },
      query: z.strictObject({ offset: digits(0, 1_000_000).default(0) }),
      answer: templateProblems,
      async handle(ctx, { params, query }) {
        const version = await versionOf(params);
        const page = { offset: query.offset, limit: MOST_LISTED };
        const rows = await readProblems(pool, version.id, page);
        const words = reasonWords(ctx);
        return {
          total: version.report.problems.listed,
          rows: rows.map((problem) => ({ ...problem, reason: words(problem) })),
        };
      },
    }),
    defineRoute({
      method: 'get',
      path: `${path}/:key/checks/:id/problems/excel`,
      summary: 'The problem rows of a checked file as an annotated .xlsx.',
      access: 'admin',
      costs: 'export',
      params: ofVersion,
      objects: { key: 'administered', id: 'administered' },
      async handle(ctx, { params }) {
        const version = await versionOf(params);
        const all = { offset: 0, limit: Number.POSITIVE_INFINITY };
        const bytes = await templateProblemsWorkbook(
          await readProblems(pool, version.id, all),
          languageOf(ctx),
          { author: (await settings()).provider.name, signal: clientGone(ctx) },
        );
        sendFile(ctx, {
          type: XLSX,
          bytes,
          saveAs: fileName(
            'xlsx',
            translate(languageOf(ctx), 'problems.sheet'),
            nameOf(await kindOf(params.key), languageOf(ctx)),
          ),
        });
      },
    }),
  ];

  /** Throws AppError 404 where there is no such template file. */
  async function kindOf(key: string): Promise<TemplateFileKind> {
    return (await findKind(pool, key)) ?? gone();
  }

  function check(
    kind: TemplateFileKind,
    file: UploadedFile,
    user: User,
    { signal, confirm }: Session,
    onProgress?: OnProgress,
  ): Promise<number> {
    return checkFile(bulk, kind, file, {
      userId: user.id,
      signal,
      beforeCommit: confirm,
      ...(onProgress ? { onProgress } : {}),
    });
  }

  async function checkAnswer(ctx: Context, kind: TemplateFileKind, id: number): Promise<TemplateCheck> {
    const [version, current] = await Promise.all([
      versionOf({ key: kind.key, id }),
      currentVersion(pool, kind.key),
    ]);
    const compared = await upToDate(bulk, kind, version, current);
    return describeCheck(kind, compared, current, languageOf(ctx));
  }

  async function replace(
    ctx: Context,
    kind: TemplateFileKind,
    id: number,
    user: User,
    session: Session,
    reason: string | undefined,
  ): Promise<TemplateReplaced> {
    const language = languageOf(ctx);
    try {
      const use = { id, ...activationBy(user, session), reason };
      return describeReplaced(kind, await activateChecked(bulk, kind, use), language);
    } catch (error) {
      if (!(error instanceof GuardedError)) throw error;
      const issues = error.guards.map((guard) => ({ ...describeGuard(guard, language), id }));
      throw new AppError(409, error.code, { issues });
    }
  }

  async function versionOf({ key, id }: { key: string; id: number }) {
    return (await findVersion(pool, (await kindOf(key)).key, id)) ?? gone();
  }
}

type OnProgress = (progress: CheckProgress) => void;

/** The kind whose size and endings a file of that key has, before anybody has looked whether there is such a source. */
function readAs(key: string): TemplateFileKind | undefined {
  return templateFileKind(namedNumber(key) === undefined ? key : NAMED_KIND);
}

function gone(): never {
  throw notFound();
}

function activationBy({ id, name, email }: User, { confirm }: Session) {
  return { by: { id, name, email }, beforeCommit: confirm };
}

function reasonWords(ctx: Context): (problem: { reason: string; value: string }) => string {
  const language = languageOf(ctx);
  return ({ reason, value }) => translate(language, `reference.row.${reason}`, { value });
}
