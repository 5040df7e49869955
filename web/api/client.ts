import type { ErrorBody } from '#shared/schemas/error.ts';
import { currentLanguage } from '../i18n/translations.ts';
import { isOfProxy, noteAnswer } from './connection.ts';
import { clearToken, readToken } from './token.ts';

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A list repeats the key. */
  query?: URLSearchParams | Record<string, string | number | undefined>;
  json?: unknown;
  form?: FormData;
  accept?: string;
  /** Sends no token: for signing in. */
  anonymous?: boolean;
  /** The version that the change is based on. */
  ifMatch?: number | undefined;
  signal?: AbortSignal;
}

let sessionEnded: () => void = () => undefined;

/** Sets the callback for a token that the server no longer accepts; it has been dropped by then. */
export function onSessionEnded(handler: () => void): void {
  sessionEnded = handler;
}

let refused: () => void = () => undefined;

/** Sets the callback for a 403, which may mean that an administrator has changed the user's role. */
export function onRefused(handler: () => void): void {
  refused = handler;
}

/** Calls the API. Throws ApiFailure for every answer from 400 on, and without an answer. */
export function request(path: string, options: RequestOptions = {}): Promise<Response> {
  return attempt(path, options, false);
}

/** A read is repeated once the token is dropped, as a visitor or as the new user. */
async function attempt(path: string, options: RequestOptions, isSecond: boolean): Promise<Response> {
  const token = options.anonymous ? null : readToken();
  const response = await send(path, options, token);
  if (response.ok) return response;
  if (response.status === 401 && token) {
    refuseSession(token);
    if (!isSecond && (options.method ?? 'GET') === 'GET') {
      // An unread answer keeps its connection, of which a browser has six.
      await response.arrayBuffer().catch(() => undefined);
      return attempt(path, options, true);
    }
  }
  if (response.status === 403 && token) refused();
  throw await failureOf(response);
}

export async function requestJson<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const response = await request(path, options);
  return (await response.json()) as T;
}

/** Drops a token that the server no longer accepts; a newer one, e.g. of another tab, stays. */
export function refuseSession(token: string): void {
  if (readToken() !== token) return;
  clearToken();
  sessionEnded();
}

/** The headers that every call carries. */
export function commonHeaders(token: string | null): Record<string, string> {
  const headers: Record<string, string> = { 'Accept-Language': currentLanguage() };
  if (token) headers.Authorization = `Bearer ${token}`;
  return headers;
}

async function send(path: string, options: RequestOptions, token: string | null): Promise<Response> {
  const headers = commonHeaders(token);
  headers.Accept = options.accept ?? 'application/json';
  const init: RequestInit = { method: options.method ?? 'GET', headers };
  if (options.ifMatch !== undefined) headers['If-Match'] = String(options.ifMatch);
  if (options.signal) init.signal = options.signal;
  if (options.json !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(options.json);
  }
  if (options.form) init.body = options.form;
  try {
    const response = await fetch(`/api${path}${queryString(options.query)}`, init);
    noteAnswer(!isOfProxy(response.status));
    return response;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    const failure = await failureToSend(options.form);
    if (failure.code === 'network') noteAnswer(false);
    throw failure;
  }
}

/**
 * Why no answer came. A file that was changed, moved or deleted since it was chosen cannot be sent, which looks like a
 * network failure.
 */
export async function failureToSend(form: FormData | undefined): Promise<ApiFailure> {
  const files = [...(form?.values() ?? [])].filter((value) => value instanceof File);
  const heads = await Promise.allSettled(files.map((file) => file.slice(0, 1).arrayBuffer()));
  const isLost = heads.some(({ status }) => status === 'rejected');
  return new ApiFailure(0, isLost ? { code: 'file_lost' } : {});
}

function queryString(query: RequestOptions['query']): string {
  const parameters = new URLSearchParams(query instanceof URLSearchParams ? query : undefined);
  if (query instanceof URLSearchParams) return parameters.size ? `?${parameters}` : '';
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== '') parameters.set(name, String(value));
  }
  const text = parameters.toString();
  return text ? `?${text}` : '';
}

/** A failed request. `status` 0: there was no answer. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly code: string;
  readonly innerMessage: string | undefined;
  readonly requestId: string | undefined;
  /** Details of some codes, e.g. the fields of a conflict. */
  readonly issues: unknown;

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.message ?? '');
    this.name = 'ApiFailure';
    this.status = status;
    this.code = body.code ?? (status === 0 ? 'network' : 'unknown');
    this.innerMessage = body.innerMessage;
    this.requestId = body.requestId;
    this.issues = body.issues;
  }
}

/** Statuses whose messages need no support: a wrong password, a conflict, a file, too many requests. */
const refusals = new Set([401, 409, 413, 422, 429]);

/** The request id for support; undefined for such refusals. */
export function requestToLookUp(error: unknown): string | undefined {
  return error instanceof ApiFailure && !refusals.has(error.status) ? error.requestId : undefined;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 404;
}

/** Parses the API's error; from a proxy's HTML page or an empty body only the status. */
async function failureOf(response: Response): Promise<ApiFailure> {
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
  return new ApiFailure(response.status, body);
}

/** The fields named in an error. */
export function refusedFields(error: unknown): string[] {
  if (!(error instanceof ApiFailure) || !Array.isArray(error.issues)) return [];
  return error.issues.flatMap((issue: { path?: unknown } | null) =>
    typeof issue?.path === 'string' ? [issue.path] : [],
  );
}
