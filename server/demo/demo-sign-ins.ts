import { randomInt } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { verify } from '@node-rs/argon2';
import type { Pool } from 'pg';
import { demoUsers } from '#fixtures/people.ts';
import { hashPassword } from '../accounts/sign-in/authenticate.ts';
import { findCredentials } from '../accounts/user-queries.ts';
import type { Config } from '../config.ts';
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

/** The one password of all demo users: DEMO_PASSWORD, else generated once and kept in the data directory. */
export async function demoPassword(config: Pick<Config, 'dataDir' | 'demoPassword'>): Promise<string> {
  if (config.demoPassword) return config.demoPassword;
  const file = join(config.dataDir, 'demo-password');
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (kept.trim() !== '') return kept.trim();
  const password = generate();
  await mkdir(config.dataDir, { recursive: true });
  await writeFile(file, `${password}\n`, { mode: 0o600 });
  return password;
}

// Without characters that look alike, so that it can be read out.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Four groups of four: 79 bits. */
function generate(): string {
  const group = () => Array.from({ length: 4 }, () => alphabet[randomInt(alphabet.length)]).join('');
  return [group(), group(), group(), group()].join('-');
}
