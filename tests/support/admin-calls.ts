import type { Pool } from 'pg';
import { addUser, signIn } from './portal.ts';

/** What an administrator sends, and what comes back: JSON, or nothing. */
export type AdminCall = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; body: unknown }>;

/** Calls of Ada, an administrator of the portal at `url`, whom it adds. */
export async function adminCalls(url: string, pool: Pool): Promise<AdminCall> {
  await addUser(pool, { email: 'ada@portal.example', name: 'Ada', role: 'Admin' });
  const token = await signIn(url, 'ada@portal.example');
  return callsOf(url, token);
}

/** Calls with that token. */
export function callsOf(url: string, token: string): AdminCall {
  return async (method, path, body) => {
    const isForm = body instanceof FormData;
    const response = await fetch(`${url}/api/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };
}

/** What the audit says of a kind of thing, oldest first. */
export async function auditOf(pool: Pool, subject: string): Promise<object[]> {
  const { rows } = await pool.query(
    `select user_name, action, subject_key, subject_name, before, after from audit_entries where subject = $1 order by id`,
    [subject],
  );
  return rows;
}
