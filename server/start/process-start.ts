import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The start time of a process, which distinguishes it from a later one with the same pid; empty without one. */
export async function startOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') {
    const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
    return stdout.trim();
  }
  const [stat, boot] = await Promise.all([
    readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''),
    readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
  ]);
  // The program's name in parentheses may contain spaces; the first field after it is the state, the twentieth the start
  // time.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const runs = stat !== '' && fields[0] !== 'Z' && fields[0] !== 'X';
  return runs ? `${fields[19]} ${boot.trim()}` : '';
}
