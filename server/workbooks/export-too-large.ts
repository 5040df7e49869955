import { AppError } from '../platform/errors.ts';

/** What is said when a file needs more memory than the thread that makes it has. */
export function exportTooLarge(): AppError {
  return new AppError(422, 'export_too_large');
}
