import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { SETUP_MINUTES } from '../accounts/set-up/setup-link.ts';

const run = promisify(execFile);

/** What tells a process from a later one with its number; empty when there is none. */
export async function startOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') {
    const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
    return stdout.trim();
  }
  const [stat, boot] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
    readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
  ]);
  // The program's name in parentheses may hold spaces; state is the first field after it, start time the twentieth.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const runs = stat !== '' && fields[0] !== 'Z' && fields[0] !== 'X';
  return runs ? `${fields[19]} ${boot.trim()}` : '';
}

/** The folder that a command's files are named from. npm runs `script` in the package's folder and says here where it was called. */
export function calledFrom(script: string): string {
  return (process.env.npm_lifecycle_event === script && process.env.INIT_CWD) || process.cwd();
}

/** What the person who starts a portal without users reads: how the first administrator is made. */
export function firstSteps(portalUrl: string, setupToken: string): string {
  return [
    `Nobody can sign in yet. Make the first administrator with this link, which is good once and for ${SETUP_MINUTES} minutes:`,
    '',
    `  ${portalUrl}/setup/${setupToken}`,
    '',
    'The next start prints a new one while there is no user. Without a browser: npm run user -- --help',
  ].join('\n');
}
