/** An error for the user, printed without a stack. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** Wrong usage; printed with a hint at the help. */
export class UsageError extends CommandError {
  override name = 'UsageError';
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file.',
  EISDIR: 'this is a folder, not a file.',
  ENOTDIR: 'this is a file, not a folder.',
  EACCES: 'it may not be read.',
};

/** Why `path` could not be read, in words. */
export function unreadable(path: string, error: unknown): CommandError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return new CommandError(`${path}: ${reasons[code] ?? message}`, { cause: error });
}
