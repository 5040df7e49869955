import { AppError } from '../errors.ts';
import { MAX_FILE_BYTES, type UploadedFile } from './upload.ts';

/** Characters of a stored consent file name before the name as uploaded. */
export const CONSENT_PREFIX = 18;

/** The stored name: 18 characters of prefix (UTC time to the millisecond, `_`), then the name as uploaded. */
export function consentFileName(name: string): string {
  const time = new Date()
    .toISOString()
    .replace(/\D/g, '')
    .slice(0, CONSENT_PREFIX - 1);
  return `${time}_${name}`;
}

/** A consent file as it is stored. Throws AppError 400 when it is empty, 413 when it is too large. */
export function consentToStore(file: UploadedFile | undefined, givenName: string | null): UploadedFile {
  if (!file?.bytes.byteLength) throw new AppError(400, 'consent_required');
  if (file.bytes.byteLength > MAX_FILE_BYTES) throw new AppError(413, 'max_size_exceded');
  return { name: consentFileName(givenName || file.name), bytes: file.bytes };
}
