import type { Context, Middleware, Next } from 'koa';
import type { Logger } from 'pino';
import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import { ResultTooLargeError } from '#analytics/columns.ts';
import { TooManyCodesError } from '#analytics/lines.ts';
import { NoPlaceError, TooManyWaitingError } from '#analytics/semaphore.ts';
import type { Language } from '#shared/languages.ts';
import type { ErrorBody } from '#shared/schemas/error.ts';
import { databaseFailure, describeFailure } from '../platform/database/query-failure.ts';
import { diskFull, isDiskFull } from '../platform/disk-room.ts';
import { AppError, ClientGoneError, type ErrorCode } from '../platform/errors.ts';
import { preferredLanguage, translate } from '../platform/i18n/messages.ts';
import { ImportError } from '../workbooks/reading/import-error.ts';

/** Retry-After in seconds when the server is busy. */
const RETRY_SECONDS = 5;

/** Turns an error into an answer; what the client must not know becomes an opaque 500 with a log entry. */
export function answerErrors(): Middleware {
  return async (ctx: Context, next: Next) => {
    try {
      await next();
      if (ctx.status === 404 && ctx.body === undefined && !ctx.headerSent) {
        throw new AppError(404, 'no_such_call');
      }
    } catch (error) {
      const { requestId, log } = ctx.state;
      const { status, body, retryAfter } = describeError(error, languageOf(ctx), requestId, log);
      forgetAnswer(ctx);
      ctx.status = status;
      ctx.body = body;
      if (status === 401) ctx.set('www-authenticate', 'Bearer');
      // Does not wait for the rest of the body.
      if (status === 408) ctx.set('connection', 'close');
      if (retryAfter !== undefined) ctx.set('retry-after', String(retryAfter));
    }
  };
}

/** Removes the headers of the intended answer: an error must never be cached under its ETag. */
function forgetAnswer(ctx: Context): void {
  for (const header of [
    'etag',
    'content-encoding',
    'content-disposition',
    'x-sql-version',
    'x-has-next-page',
  ])
    ctx.remove(header);
  ctx.set('cache-control', 'no-store');
}

/** Status, body and Retry-After seconds for `error`, in `language`; logs errors that the client did not cause. */
export function describeError(
  error: unknown,
  language: Language,
  requestId: string,
  log: Logger,
): { status: number; body: ErrorBody; retryAfter: number | string | undefined } {
  const known = toAppError(error) ?? refusedByDatabase(error, log);
  if (!known) log.error({ err: error }, 'request failed');
  else if (known.status === 507) log.error(describeFailure(error), 'a disk is full');
  const { status, code, params, issues, namespace } = known ?? new AppError(500, 'internal');
  const message = translate(language, `${namespace}.${code}`, params);
  const body = { message, code, requestId, ...(issues ? { issues } : {}) };
  return { status, body, retryAfter: params.retryAfter };
}

export function languageOf(ctx: Context): Language {
  return preferredLanguage((languages) => ctx.acceptsLanguages(languages));
}

/** The error as an AppError; undefined for a fault of the portal. */
export function toAppError(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  if (error instanceof ImportError) {
    return new AppError(422, error.code, {
      params: error.params,
      namespace: 'import.errors',
      ...(error.sheets ? { issues: error.sheets } : {}),
    });
  }
  if (error instanceof ReferenceDataError)
    return new AppError(422, error.code as ErrorCode, { params: error.params });
  if (error instanceof TooManyWaitingError)
    return new AppError(429, 'too_many_waiting', { params: { retryAfter: RETRY_SECONDS } });
  if (error instanceof NoPlaceError)
    return new AppError(503, 'busy', { params: { retryAfter: RETRY_SECONDS } });
  if (error instanceof ResultTooLargeError) return new AppError(422, 'answer_too_large');
  if (error instanceof TooManyCodesError)
    return new AppError(422, 'too_many_codes', { params: { limit: error.most } });
  if (isDiskFull(error)) return diskFull();
  if (error instanceof ClientGoneError) return new AppError(499, 'bad_request');
  return httpError(error);
}

/** Errors of koa and of its static files, which carry a status. */
function httpError(error: unknown): AppError | undefined {
  const { status } = error instanceof Error ? (error as { status?: number }) : {};
  return status !== undefined && status >= 400 && status < 500
    ? new AppError(status, 'bad_request')
    : undefined;
}

function refusedByDatabase(error: unknown, log: Logger): AppError | undefined {
  const known = databaseFailure(error);
  if (known?.status === 503) log.error(describeFailure(error), 'the database could not be asked');
  else if (known) log.warn(describeFailure(error), 'the database refused what a request sent');
  return known;
}
