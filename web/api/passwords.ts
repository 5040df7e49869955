import { queryOptions } from '@tanstack/react-query';
import type { RenewedSession } from '#shared/schemas/user.ts';
import { request, requestJson } from './client.ts';
import { readDevice, storeToken } from './token.ts';

/** Requests a mail with a link. The answer does not reveal whether the account exists. */
export async function sendResetLink(email: string): Promise<void> {
  await request('/users/send-reset-link', { method: 'POST', json: { email }, anonymous: true });
}

/** Whether a token of a mail is still valid. */
export function resetTokenQuery(token: string) {
  return queryOptions({
    queryKey: ['reset-token', token],
    queryFn: ({ signal }) =>
      requestJson<boolean>('/users/validate-reset-token', {
        method: 'POST',
        json: { token },
        anonymous: true,
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Throws ApiFailure `password_too_weak` or `reset_token_invalid`. */
export async function setPassword(token: string, password: string): Promise<void> {
  await request('/users/set-password', { method: 'POST', json: { token, password }, anonymous: true });
}

/**
 * For the signed-in user; all other sessions end, and this one gets a new token. Throws ApiFailure `old_password_wrong`
 * or `password_too_weak`.
 */
export async function changeOwnPassword(oldPassword: string, password: string): Promise<void> {
  const json = { oldPassword, password, device: readDevice() };
  const { token, remembered } = await requestJson<RenewedSession>('/users/current/password', {
    method: 'PUT',
    json,
  });
  storeToken(token, remembered);
}
