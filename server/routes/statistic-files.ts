import { z } from 'zod';
import { type Statistic, statistic } from '../answers/statistic.ts';
import type { User } from '../answers/user.ts';
import { inTransaction } from '../db/query.ts';
import { findConsentFile, findOriginalFile, replaceConsentFile } from '../db/statistic-changes.ts';
import { findStatistic } from '../db/statistics.ts';
import type { Dependencies } from '../dependencies.ts';
import { AppError, notFound } from '../errors.ts';
import { text } from '../request/fields.ts';
import { parseInput } from '../request/parse-input.ts';
import { mayChange, maySee } from '../statistics/access.ts';
import { recordOthersStatistic } from '../statistics/record-others.ts';
import { CONSENT_PREFIX, consentToStore } from '../uploads/consent-file.ts';
import { readUploadRequest } from '../uploads/read-upload-request.ts';
import { optionalText } from '../uploads/upload.ts';
import { defineRoute, type Route } from './route.ts';
import { sendFile, XLSX } from './send-file.ts';

const consentFields = z.object({ consentFileName: optionalText });
const link = z.object({ id: text() });

/** The files behind a statistic, by direct link id; only for users who may see the statistic itself. */
export function statisticFileRoutes({ pool, usage }: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/statistics/:id/file',
      summary: 'The Excel file as it was uploaded.',
      access: 'signedIn',
      params: link,
      async handle(ctx, { params, user }) {
        const { bezugsStatistikID } = await visible(params.id, user);
        const found = await findOriginalFile(pool, bezugsStatistikID);
        if (!found) throw notFound();
        usage.count('original', user, bezugsStatistikID);
        sendFile(ctx, { type: XLSX, bytes: found.file, saveAs: found.name });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/statistics/:id/consent',
      summary: 'The consent file.',
      access: 'signedIn',
      params: link,
      async handle(ctx, { params, user }) {
        const { bezugsStatistikID } = await visible(params.id, user);
        const found = await findConsentFile(pool, bezugsStatistikID);
        if (!found) throw new AppError(404, 'no_consent_file');
        const saveAs = found.name.slice(CONSENT_PREFIX);
        sendFile(ctx, { type: 'application/octet-stream', bytes: found.file, saveAs });
      },
    }),
    defineRoute({
      method: 'put',
      path: '/api/statistics/:id/consent',
      summary: 'Replaces the consent file (multipart/form-data or JSON with a data URL).',
      access: 'signedIn',
      announces: true,
      params: link,
      form: { fields: consentFields, files: ['consentFile'] },
      answer: statistic,
      async handle(ctx, { params, user }) {
        const found = await visible(params.id, user);
        if (!(await mayChange(pool, user, found))) throw notFound();
        const { fields, consentFile } = await readUploadRequest(ctx);
        const given = parseInput(consentFields, fields).consentFileName;
        const { name, bytes } = consentToStore(consentFile, given);
        await inTransaction(pool, async (client) => {
          await replaceConsentFile(client, found.bezugsStatistikID, name, bytes);
          await recordOthersStatistic(client, user, found, 'consent-replaced', [
            { consentFileName: found.consentFileName },
            { consentFileName: name },
          ]);
        });
        return findStatistic(pool, params.id);
      },
    }),
  ];

  async function visible(directLinkId: string, user: User): Promise<Statistic> {
    const found = await findStatistic(pool, directLinkId);
    if (!found || !(await maySee(pool, user, found))) throw notFound();
    return found;
  }
}
