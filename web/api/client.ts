import { currentLanguage } from '../i18n/translations.ts';
import { isOfProxy, noteAnswer } from './connection.ts';
import { ApiFailure, failureOf } from './failure.ts';
import { clearToken, readToken } from './token.ts';

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** A list is sent as the key repeated. */
  query?: URLSearchParams | Record<string, string | number | undefined>;
  json?: unknown;
  form?: FormData;
  accept?: string;
  /** Send no token even when there is one: for signing in. */
  anonymous?: boolean;
  /** The version that a change is based on. */
  ifMatch?: number | undefined;
  signal?: AbortSignal;
}

let sessionEnded: () => void = () => undefined;

/** Sets what happens once the server no longer accepts our token, which is dropped by then. */
export function onSessionEnded(handler: () => void): void {
  sessionEnded = handler;
}

let refused: () => void = () => undefined;

/** Sets what happens when the server refuses what the user was offered: an administrator may have changed their role. */
export function onRefused(handler: () => void): void {
  refused = handler;
}

/** Calls the API. Throws ApiFailure for every answer from 400 on, and when there is no answer. */
export function request(path: string, options: RequestOptions = {}): Promise<Response> {
  return attempt(path, options, false);
}

/** What was only read is asked again once the token is dropped, as whoever one is then. */
async function attempt(path: string, options: RequestOptions, isSecond: boolean): Promise<Response> {
  const token = options.anonymous ? null : readToken();
  const response = await send(path, options, token);
  if (response.ok) return response;
  if (response.status === 401 && token) {
    refuseSession(token);
    if (!isSecond && (options.method ?? 'GET') === 'GET') {
      // An answer that nobody reads holds its connection, of which a browser has six.
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

/** Drops a token that the server no longer accepts; one that has taken its place, e.g. in another tab, stays. */
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
    noteAnswer(false);
    throw new ApiFailure(0, {});
  }
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
