import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { optionalText, pathId, truth } from '#shared/fields.ts';
import { type Statistic, statistic } from '#shared/schemas/statistic.ts';
import { statisticEdit } from '#shared/schemas/statistic-edit.ts';
import type { User } from '#shared/schemas/user.ts';
import { handOverCarts, holdCartsOf } from '../accounts/deletion-queries.ts';
import { refuseOutdated } from '../http/request/if-match.ts';
import { parseInput } from '../http/request/parse-input.ts';
import type { UploadedFile } from '../http/request/uploaded-file.ts';
import { defineRoute, type Route } from '../http/route.ts';
import { inTransaction } from '../platform/database/query.ts';
import { AppError, notFound } from '../platform/errors.ts';
import {
  deleteStatistic,
  restoreStatistic,
  type StatisticChanges,
  setStatisticAccomplished,
  setStatisticActive,
  storeConsent,
  updateStatistic,
} from './change-queries.ts';
import type { Dependencies } from './dependencies.ts';
import { editableFields, recordOthersStatistic } from './record-others.ts';
import { findStatisticById } from './statistic-queries.ts';
import { consentToStore } from './uploads/consent-file.ts';
import { receiveUpload } from './uploads/receive-upload.ts';
import { checkEntries, findNamed, type RawUpload } from './uploads/upload-fields.ts';

/** What an edit changes, and what it brings beside its file; what is left out stays. */
const editFields = statisticEdit.extend({
  consentFileName: optionalText,
  /** Gives the cart and the orders of the uploader before to the new one, too. */
  handOverCart: z.boolean().default(false),
  /** Text in place of the file. */
  consentFile: z.undefined({ error: 'expected a file' }).optional(),
});

type Edit = Omit<z.infer<typeof editFields>, 'consentFile'>;

const params = z.object({ id: pathId });

/** Edit, disable, accomplish, delete and restore; by statistic id, for whoever may change it. */
export function statisticChangeRoutes(dependencies: Dependencies): Route[] {
  const { pool, incoming } = dependencies;
  return [
    defineRoute({
      method: 'post',
      path: '/api/statistics/:id',
      summary:
        'Edits a statistic and answers with it; a new `uploader` has to be the caller or somebody they are responsible for, and `handOverCart` gives them the cart and the orders of the one before, too (default: no). If-Match takes its revision. JSON, or multipart/form-data with a consent file.',
      access: 'signedIn',
      audit: 'statistic.changed',
      versioned: true,
      announces: true,
      params,
      objects: { id: 'changeableStatistic' },
      form: { fields: editFields, files: ['consentFile'] },
      answer: statistic,
      receive: (ctx, { user }) => receiveUpload(ctx, incoming, user),
      async handle(ctx, { found, user, version, sent: { remove, ...sent } }) {
        try {
          const edit = readEdit(sent, Boolean(ctx.is('multipart')));
          return await editStatistic(dependencies, found.id, version, edit, sent.consentFile, user);
        } finally {
          await remove();
        }
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/statistics/:id/state',
      summary: 'Enables or disables the direct link.',
      access: 'signedIn',
      audit: ['statistic.enabled', 'statistic.disabled'],
      announces: true,
      params,
      objects: { id: 'changeableStatistic' },
      query: z.strictObject({ state: truth }),
      answer: z.object({ active: z.boolean() }),
      async handle(_ctx, { params, query, user, found: { id: found } }) {
        await inTransaction(pool, async (client) => {
          if (await setStatisticActive(client, params.id, query.state))
            await recordOthersStatistic(client, user, found, query.state ? 'enabled' : 'disabled');
        });
        return { active: query.state };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/statistics/:id/accomplished',
      summary: 'Marks a statistic as accomplished or not.',
      access: 'signedIn',
      audit: 'statistic.accomplished',
      announces: true,
      params,
      objects: { id: 'changeableStatistic' },
      query: z.strictObject({ accomplished: truth }),
      answer: z.object({ accomplished: z.boolean() }),
      async handle(_ctx, { params, query, user, found: { id: found } }) {
        const { accomplished } = query;
        await inTransaction(pool, async (client) => {
          if (await setStatisticAccomplished(client, params.id, accomplished))
            await recordOthersStatistic(client, user, found, 'accomplished', [
              { accomplished: !accomplished },
              { accomplished },
            ]);
        });
        return { accomplished };
      },
    }),
    defineRoute({
      method: 'delete',
      path: '/api/statistics/:id',
      summary: 'Deletes a statistic; it can be restored for 24 hours.',
      access: 'signedIn',
      audit: 'statistic.deleted',
      announces: true,
      params,
      objects: { id: 'changeableStatistic' },
      async handle(ctx, { params, user, found: { id: found } }) {
        await inTransaction(pool, async (client) => {
          if (await deleteStatistic(client, params.id, user.id))
            await recordOthersStatistic(client, user, found, 'deleted');
        });
        ctx.status = 204;
      },
    }),
    defineRoute({
      method: 'post',
      path: '/api/statistics/:id/restore',
      summary: 'Brings a deleted statistic back and answers with it.',
      access: 'signedIn',
      audit: 'statistic.restored',
      announces: true,
      params,
      objects: { id: 'deletedStatistic' },
      answer: statistic,
      async handle(_ctx, { params, user, found: { id: found } }) {
        await inTransaction(pool, async (client) => {
          if (await restoreStatistic(client, params.id))
            await recordOthersStatistic(client, user, found, 'restored');
          // Else somebody else may just have done it.
          else if (!(await findStatisticById(client, params.id))) throw new AppError(410, 'restore_too_late');
        });
        return findStatisticById(pool, params.id);
      },
    }),
  ];
}

/** @throws AppError 412 where it has another revision than `asked`, or gets one meanwhile */
async function editStatistic(
  dependencies: Dependencies,
  current: Statistic,
  asked: number | undefined,
  { consentFileName, handOverCart, ...changes }: Edit,
  consentFile: UploadedFile | undefined,
  user: User,
): Promise<Statistic> {
  const { pool } = dependencies;
  const { bezugsStatistikID: statisticId } = current;
  refuseOutdated(asked, versionOf(current), changes);
  if (current.members !== null) refuseWhatMembersSay(current, changes, Boolean(consentFile));
  const consent = consentFile && (await consentToStore(consentFile, consentFileName ?? null));
  await checkEdit(dependencies, current, changes, Boolean(consent), user);
  const { uploader: from } = current;
  const to = changes.uploader;
  const handsCart = handOverCart && from !== null && to !== undefined && to !== from.id;
  return inTransaction(pool, async (client) => {
    if (handsCart) await holdCartsOf(client, statisticId);
    const written = await updateStatistic(client, statisticId, current.revision, {
      ...changes,
      ...(consent && { consentFileName: consent.name }),
    });
    if (written && consent) await storeConsent(client, statisticId, await readFile(consent.path));
    const after = await findStatisticById(client, statisticId);
    if (!after) throw notFound();
    if (!written) refuseOutdated(current.revision, versionOf(after), changes);
    if (handsCart) await handOverCarts(client, from, { id: to }, statisticId);
    await recordOthersStatistic(client, user, current, 'changed', [
      editableFields(current),
      { ...editableFields(after), ...(handsCart && { cartHandedOver: true }) },
    ]);
    return after;
  });
}

/** The rules of an upload, of what the edit changes: a customer that has gone since does not keep from a new comment. */
async function checkEdit(
  { pool, config }: Dependencies,
  current: Statistic,
  changes: StatisticChanges,
  bringsConsent: boolean,
  user: User,
): Promise<void> {
  const { uploader, headerImageId = null } = changes;
  const edited = { ...current, ...changes };
  const { testUpload, customerExternalId } = edited;
  const isCombined = current.members !== null;
  const becomesReal = current.testUpload && !testUpload;
  const hasConsent = bringsConsent || current.consentFileName !== null || !becomesReal;
  if (!isCombined) checkEntries({ ...edited, hasConsent }, config.firstYear);
  const namesCustomer = becomesReal || customerExternalId !== current.customerExternalId;
  await findNamed(pool, user, {
    customerExternalId: !testUpload && !isCombined && namesCustomer ? customerExternalId : null,
    uploader: uploader === undefined || uploader === current.uploader?.id ? null : uploader,
    headerImageId,
  });
}

/** Months, customer and consent of a combined statistic are those of its members. Throws AppError 400. */
function refuseWhatMembersSay(current: Statistic, changes: StatisticChanges, bringsConsent: boolean): void {
  const own: readonly string[] = ['customerName', 'comment', 'user', 'uploader', 'headerImageId'];
  const others = Object.entries(changes).filter(
    ([field, value]) =>
      value !== undefined && !own.includes(field) && value !== current[field as keyof Statistic],
  );
  const fields = [...others.map(([field]) => field), ...(bringsConsent ? ['consentFile'] : [])];
  if (fields.length > 0)
    throw new AppError(400, 'combined_says_members', {
      issues: fields.map((path) => ({ path, message: 'combined_says_members' })),
    });
  if (changes.customerName === null || changes.customerName === '')
    throw new AppError(400, 'combined_name_required');
}

function versionOf(statistic: Statistic) {
  const { revision: version, uploader, headerImage } = statistic;
  return {
    version,
    fields: { ...statistic, uploader: uploader?.id ?? null, headerImageId: headerImage?.id ?? null },
  };
}

/** Reads an edit sent as JSON or, for the sake of its file, as a form. Throws AppError 400. */
function readEdit({ fields, file }: RawUpload, isForm: boolean): Edit {
  const { consentFile: _, ...edit } = parseInput(editFields, {
    ...(isForm ? typed(fields) : fields),
    // Refused as what an edit does not change.
    ...(file && { file: file.name }),
  });
  return edit;
}

/** A form holds only text: numbers, yes and no, and nothing are written out. */
function typed(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isText(name) ? value : written(value)]),
  );
}

function isText(name: string): boolean {
  const field = (editFields.shape as Record<string, z.ZodType>)[name];
  return field?.safeParse('text').success ?? true;
}

function written(value: unknown): unknown {
  if (value === '') return null;
  if (value === 'true' || value === 'false') return value === 'true';
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}
