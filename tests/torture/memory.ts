import { readFileSync } from 'node:fs';

const EVERY_MILLISECONDS = 100;

/** Megabytes that a process has in memory (resident set). */
export function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes ?? 0) / 1024);
}

/** Watches what a process has in memory from now on. */
export function memoryOf(pid: number): { end: () => { idle: number; peak: number } } {
  const idle = residentMegabytes(pid);
  let peak = idle;
  const watching = setInterval(() => {
    peak = Math.max(peak, residentMegabytes(pid));
  }, EVERY_MILLISECONDS);
  return {
    end() {
      clearInterval(watching);
      return { idle, peak };
    },
  };
}
