import { UsageError } from '#analytics/cli/command-error.ts';
import { closeOnSignals } from '../platform/closing.ts';
import { isExplained } from '../start/command-database.ts';
import { RefusedError } from './user/accounts.ts';
import { readArguments, usage } from './user/arguments.ts';
import { runUserCommand } from './user/run.ts';

closeOnSignals();
try {
  const command = readArguments(process.argv.slice(2));
  console.log(command.name === 'help' ? usage : await runUserCommand(command, process.env));
} catch (error) {
  process.exitCode = 1;
  if (error instanceof UsageError) console.error(`${error.message}\n\n${usage}`);
  else if (error instanceof RefusedError || isExplained(error)) console.error(error.message);
  else console.error(error);
}
