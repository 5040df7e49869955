import { type Logger, pino } from 'pino';

/** An entry as pino writes it; level 30 is info, 40 warn, 50 error. */
export type LogEntry = { level: number; msg: string; [key: string]: unknown };

/** A log that is kept instead of printed. */
export function keepLog(): { log: Logger; entries: LogEntry[] } {
  const entries: LogEntry[] = [];
  const log = pino({ level: 'info' }, { write: (line) => void entries.push(JSON.parse(line)) });
  return { log, entries };
}
