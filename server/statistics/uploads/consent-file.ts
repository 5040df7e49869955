import { now } from '#analytics/clock.ts';
import { CONSENT_HEAD_BYTES, isPdfOrPicture } from '#shared/consent-file.ts';
import { headOf, type UploadedFile } from '../../http/request/uploaded-file.ts';
import { AppError, refusedAt } from '../../platform/errors.ts';

/** Characters of a stored consent file name before the name as uploaded. */
export const CONSENT_PREFIX = 18;

/** The stored name: 18 characters of prefix (UTC time to the millisecond, `_`), then the name as uploaded. */
export function consentFileName(name: string): string {
  const time = now()
    .toISOString()
    .replace(/\D/g, '')
    .slice(0, CONSENT_PREFIX - 1);
  return `${time}_${name}`;
}

/** A consent file that is one by its content. Throws AppError 400 when it is missing, empty or neither PDF nor picture. */
export async function checkedConsent(file: UploadedFile | undefined): Promise<UploadedFile> {
  if (!file) throw new AppError(400, 'consent_required');
  if (file.size === 0) throw refusedAt('consentFile', 400, 'consent_empty', { file: file.name });
  if (!isPdfOrPicture(await headOf(file, CONSENT_HEAD_BYTES)))
    throw refusedAt('consentFile', 400, 'consent_type', { file: file.name });
  return file;
}

/** A consent file as it is stored. Throws as checkedConsent does. */
export async function consentToStore(
  file: UploadedFile | undefined,
  givenName: string | null,
): Promise<UploadedFile> {
  const consent = await checkedConsent(file);
  return { ...consent, name: consentFileName(givenName || consent.name) };
}
