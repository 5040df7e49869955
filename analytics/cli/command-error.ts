/** What the person at the terminal can put right: printed as it is, without a stack. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** The command itself is wrong; printed together with where help is found. */
export class UsageError extends CommandError {
  override name = 'UsageError';
}
