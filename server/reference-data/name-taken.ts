import { AppError } from '../platform/errors.ts';

/** Two of a kind with one name could not be told apart where they are offered. */
export function nameTaken(path: string, name: string): AppError {
  return new AppError(409, 'name_taken', { params: { name }, issues: [{ path, message: 'name_taken' }] });
}
