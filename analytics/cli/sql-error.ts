import { CommandError } from './command-error.ts';

/** DuckDB's own words about a statement of `file`, with file and line in front. */
export function sqlError(file: string, error: unknown): CommandError {
  const words = error instanceof Error ? error.message : String(error);
  const message = words.replace(/^Failed to extract statements: /, '');
  const line = /^LINE (\d+):/m.exec(message)?.[1];
  return new CommandError(`${file}${line ? `:${line}` : ''}: ${message.trimEnd()}`, { cause: error });
}
