import { verify } from '@node-rs/argon2';
import type { Pool } from 'pg';
import { demoUsers } from '#fixtures/people.ts';
import { hashPassword } from '../accounts/sign-in/authenticate.ts';
import { findCredentials } from '../accounts/user-queries.ts';
import { execute } from '../platform/database/query.ts';

/** What the person who starts the demo reads: who may sign in, and how. */
export function demoSignIns(password: string): string {
  const width = Math.max(...demoUsers.map(({ email }) => email.length));
  const lines = demoUsers.map(({ email, name, role }) => {
    const what = role === 'Admin' ? 'administrator' : isManager(email) ? 'line manager' : 'representative';
    return `  ${email.padEnd(width)}   ${name}, ${what}`;
  });
  return ['Sign in as', ...lines, `with the password ${password}`].join('\n');
}

/** Gives the demo users the password that is printed, should they have been loaded with another. */
export async function applyDemoPassword(pool: Pool, password: string): Promise<void> {
  const [first] = demoUsers;
  const known = first && (await findCredentials(pool, first.email));
  if (!known?.password_hash || (await verify(known.password_hash, password))) return;
  const emails = demoUsers.map(({ email }) => email);
  await execute(pool, 'update users set password_hash = $2 where email = any($1)', [
    emails,
    await hashPassword(password),
  ]);
}

function isManager(email: string): boolean {
  return demoUsers.some(({ parentEmail }) => parentEmail === email);
}
