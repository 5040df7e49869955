import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import duckdb from '@duckdb/node-bindings';

/** Where and on what a run was made: what has to be known to compare two. */
export function describeMachine() {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1e9),
    /** Processes that wanted a core in the minute before; above 0 the machine was not ours alone. */
    loadBefore: Math.round(loadavg()[0]! * 100) / 100,
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
    duckdb: duckdb.library_version(),
    threadPool: process.env.UV_THREADPOOL_SIZE ?? '4',
    commit: commit(),
  };
}

/**
 * Bytes that this process had in memory at most, as the kernel kept it, so that no sampling can miss it. Its other account,
 * maxRSS, is no less than what the process had that started this one.
 */
export function peakBytes(): number {
  try {
    return 1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))![1]);
  } catch {
    return 1024 * process.resourceUsage().maxRSS;
  }
}

/** Commit of the working tree, with `+` when it has changes; null outside git. */
function commit(): string | null {
  try {
    const git = (...parameters: string[]) =>
      execFileSync('git', parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    return `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '-uno') ? '+' : ''}`;
  } catch {
    return null;
  }
}
