import { now } from '#analytics/clock.ts';
import { AppError } from '../errors.ts';
import { isPdfOrPicture } from './consent-type.ts';
import { MAX_FILE_BYTES, type UploadedFile } from './uploaded-file.ts';

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

/**
 * A consent file that is one by its content. Throws AppError 400 when it is missing, empty or neither PDF nor picture,
 * 413 when it is too large.
 */
export function checkedConsent(file: UploadedFile | undefined): UploadedFile {
  if (!file) throw new AppError(400, 'consent_required');
  if (!file.bytes.byteLength) throw refused('consent_empty', file);
  if (file.bytes.byteLength > MAX_FILE_BYTES) throw new AppError(413, 'max_size_exceded');
  if (!isPdfOrPicture(file.bytes)) throw refused('consent_type', file);
  return file;
}

/** A consent file as it is stored. Throws as checkedConsent does. */
export function consentToStore(file: UploadedFile | undefined, givenName: string | null): UploadedFile {
  const { name, bytes } = checkedConsent(file);
  return { name: consentFileName(givenName || name), bytes };
}

function refused(code: string, { name }: UploadedFile): AppError {
  return new AppError(400, code, {
    params: { file: name },
    issues: [{ path: 'consentFile', message: code }],
  });
}
