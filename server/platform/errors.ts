import type compare from '../../translations/en/compare.json';
import type errors from '../../translations/en/errors.json';
import type explain from '../../translations/en/explain.json';
import type imports from '../../translations/en/import.json';

/** A code with a translation; with a plural form it may have one form alone. */
export type ErrorCode = Singular<
  | keyof typeof errors
  | keyof (typeof compare)['errors']
  | keyof (typeof explain)['errors']
  | keyof (typeof imports)['errors']
>;
type Singular<Key extends string> = Key extends `${infer Code}_${'one' | 'many' | 'other'}`
  ? Code | Key
  : Key;

/**
 * An error that the client may know about. `code` is a translation key below `errors`; the message is made from it in the
 * language of the request.
 */
export class AppError extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly params: Record<string, string | number>;
  readonly issues: unknown[] | undefined;
  /** Translation key below which `code` stands. */
  readonly namespace: string;

  constructor(
    status: number,
    code: ErrorCode,
    details: { params?: Record<string, string | number>; issues?: unknown[]; namespace?: string } = {},
  ) {
    super(code);
    this.name = 'AppError';
    this.status = status;
    this.code = code;
    this.params = details.params ?? {};
    this.issues = details.issues;
    this.namespace = details.namespace ?? 'errors';
  }
}

/** The client closed the connection before the answer. */
export class ClientGoneError extends Error {
  override name = 'ClientGoneError';
}

export const notFound = () => new AppError(404, 'not_found');
/** A record that was deleted, perhaps by somebody else, or never existed. */
export const gone = () => new AppError(404, 'gone');
export const unauthenticated = () => new AppError(401, 'unauthenticated');
/** For a token that has expired, or is unknown: the caller must not be taken for a visitor. */
export const sessionEnded = () => new AppError(401, 'session_ended');
export const forbidden = () => new AppError(403, 'forbidden');

/** A refusal that concerns one field of a request. */
export function refusedAt(
  path: string,
  status: number,
  code: ErrorCode,
  params: Record<string, string | number> = {},
): AppError {
  return new AppError(status, code, { params, issues: [{ path, message: code }] });
}

/** A name that another record of the kind has already. */
export function nameTaken(path: string, name: string): AppError {
  return refusedAt(path, 409, 'name_taken', { name });
}

/** 400 with one entry per problem: path and message. */
export function invalidInput(issues: { path: PropertyKey[]; message: string }[]): AppError {
  return new AppError(400, 'invalid_input', {
    issues: issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
  });
}
