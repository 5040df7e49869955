import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { text, textOrNull } from '#shared/fields.ts';
import { type Statistic, statistic } from '#shared/schemas/statistic.ts';
import { parseInput } from '../../http/request/parse-input.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { sendFile, XLSX } from '../../http/send-file.ts';
import { inTransaction } from '../../platform/database/query.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import {
  consentFile,
  findConsentFile,
  findOriginalFile,
  originalFile,
  replaceConsentFile,
} from '../change-queries.ts';
import type { Dependencies } from '../dependencies.ts';
import { recordOthersStatistic } from '../record-others.ts';
import { findStatistic } from '../statistic-queries.ts';
import { CONSENT_PREFIX, consentToStore } from '../uploads/consent-file.ts';
import { receiveUpload } from '../uploads/receive-upload.ts';

const consentFields = z.object({ consentFileName: textOrNull });
const TYPES: Record<string, string> = {
  '.csv': 'text/csv',
  '.txt': 'text/plain',
  '.xls': 'application/vnd.ms-excel',
  '.xlsm': 'application/vnd.ms-excel.sheet.macroEnabled.12',
};

/** Whatever it is called, it is saved and never shown. */
function originalType(name: string): string {
  return TYPES[name.slice(name.lastIndexOf('.')).toLowerCase()] ?? XLSX;
}

const link = z.object({ id: text() });

function refuseCombined({ members }: Statistic): void {
  if (members !== null) throw new AppError(409, 'combined_without_file');
}

/** The files behind a statistic, by direct link id; only for users who may see the statistic itself. */
export function statisticFileRoutes({ pool, bulkPool, incoming, usage }: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/api/statistics/:id/file',
      summary: 'The file as it was uploaded.',
      access: 'signedIn',
      params: link,
      objects: { id: 'visibleStatistic' },
      async handle(ctx, { found, user }) {
        const { bezugsStatistikID } = found.id;
        refuseCombined(found.id);
        const original = await findOriginalFile(pool, bezugsStatistikID);
        if (!original) throw notFound();
        usage.count('original', user, bezugsStatistikID);
        const { name: saveAs, size } = original;
        const bytes = originalFile(pool, bezugsStatistikID, original);
        sendFile(ctx, { type: originalType(saveAs), bytes, size, saveAs });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/api/statistics/:id/consent',
      summary: 'The consent file.',
      access: 'signedIn',
      params: link,
      objects: { id: 'visibleStatistic' },
      async handle(ctx, { found }) {
        const { bezugsStatistikID } = found.id;
        const consent = await findConsentFile(pool, bezugsStatistikID);
        if (!consent) throw new AppError(404, 'no_consent_file');
        const bytes = consentFile(pool, bezugsStatistikID, consent);
        const saveAs = consent.name.slice(CONSENT_PREFIX);
        sendFile(ctx, { type: 'application/octet-stream', bytes, size: consent.size, saveAs });
      },
    }),
    defineRoute({
      method: 'put',
      path: '/api/statistics/:id/consent',
      summary: 'Replaces the consent file (multipart/form-data or JSON with a data URL).',
      access: 'signedIn',
      audit: 'statistic.consent-replaced',
      versioned: false,
      announces: true,
      params: link,
      objects: { id: 'changeableByLink' },
      form: { fields: consentFields, files: ['consentFile'] },
      answer: statistic,
      receive: (ctx, { user }) => receiveUpload(ctx, incoming, user),
      async handle(
        _ctx,
        { params, user, found: { id: found }, sent: { fields, consentFile: file, remove } },
      ) {
        try {
          refuseCombined(found);
          const given = parseInput(consentFields, fields).consentFileName;
          const { name, path } = await consentToStore(file, given);
          await inTransaction(bulkPool, async (client) => {
            const { bezugsStatistikID } = found;
            if (!(await replaceConsentFile(client, bezugsStatistikID, name, await readFile(path))))
              throw notFound();
            await recordOthersStatistic(client, user, found, 'consent-replaced', [
              { consentFileName: found.consentFileName },
              { consentFileName: name },
            ]);
          });
        } finally {
          await remove();
        }
        return findStatistic(pool, params.id);
      },
    }),
  ];
}
