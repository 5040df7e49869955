import { currentLanguage } from '../i18n/translations.ts';
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
  signal?: AbortSignal;
}

let sessionEnded: () => 'left' | 'visitor' = () => 'visitor';

/**
 * Sets what happens when the server no longer accepts our token (it is cleared by then): the handler says
 * whether the user was taken away from the page, or goes on as a visitor and the request is worth repeating.
 */
export function onSessionEnded(handler: () => 'left' | 'visitor'): void {
  sessionEnded = handler;
}

/** Calls the API. Throws ApiFailure for every answer from 400 on, and when there is no answer. */
export async function request(path: string, options: RequestOptions = {}): Promise<Response> {
  const token = options.anonymous ? null : readToken();
  const response = await send(path, options, token);
  if (response.ok) return response;
  if (response.status === 401 && token) {
    if (refuseSession() === 'visitor' && (options.method ?? 'GET') === 'GET') {
      return request(path, { ...options, anonymous: true });
    }
  }
  throw await failureOf(response);
}

export async function requestJson<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const response = await request(path, options);
  return (await response.json()) as T;
}

/** Drops a token that the server no longer accepts. */
export function refuseSession(): 'left' | 'visitor' {
  clearToken();
  return sessionEnded();
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
  if (options.signal) init.signal = options.signal;
  if (options.json !== undefined) {
    headers['Content-Type'] = 'application/json';
    init.body = JSON.stringify(options.json);
  }
  if (options.form) init.body = options.form;
  try {
    return await fetch(`/api${path}${queryString(options.query)}`, init);
  } catch (error) {
    if (options.signal?.aborted) throw error;
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
