import { randomInt } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';

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
