import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import { CommandError, UsageError } from '#analytics/cli/command-error.ts';
import { onOneLine } from '#analytics/cli/text-table.ts';
import { closeOnSignals } from '../platform/closing.ts';
import { AppError } from '../platform/errors.ts';
import { translate } from '../platform/i18n/messages.ts';
import { lowerThreadPriority } from '../platform/thread-priority.ts';
import { isExplained } from '../start/command-database.ts';
import { type ImportCommand, readArguments, usage } from './import/arguments.ts';
import { type Outcome, outcomes } from './import/report.ts';
import { importHistory } from './import/run.ts';

const PROGRESS_MILLISECONDS = 5000;

closeOnSignals();
// Lowers the priority of this thread and those started later: a portal on the same machine comes first.
lowerThreadPriority();

try {
  const command = readArguments(process.argv.slice(2));
  if (command === 'help') console.log(usage);
  else await run(command);
} catch (error) {
  process.exitCode = 1;
  if (error instanceof UsageError) console.error(`${error.message}\n\n${usage}`);
  else if (error instanceof ReferenceDataError || error instanceof AppError)
    console.error(onOneLine(translate('en', `errors.${error.code}`, error.params)));
  else if (error instanceof CommandError || isExplained(error)) console.error(error.message);
  else console.error(error);
}

async function run(command: ImportCommand): Promise<void> {
  const counts = new Map<Outcome['outcome'], number>();
  const began = performance.now();
  const told = () => {
    const done = counts.values().reduce((sum, count) => sum + count, 0);
    const seconds = (performance.now() - began) / 1000;
    const each = outcomes.flatMap((outcome) =>
      counts.has(outcome) ? `${counts.get(outcome)} ${outcome}` : [],
    );
    return `${done} files in ${seconds.toFixed(0)} s: ${each.join(', ')} (${(done / seconds).toFixed(1)} files/s)`;
  };
  const timer = setInterval(() => counts.size > 0 && console.error(told()), PROGRESS_MILLISECONDS);
  try {
    await importHistory(command, process.env, ({ line, file, outcome, reason = '' }) => {
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      if (outcome === 'refused') console.error(`line ${line}, ${onOneLine(`${file}: ${reason}`)}`);
    });
  } finally {
    clearInterval(timer);
    if (counts.size > 0) console.log(`${told()}\nReport: ${command.report}`);
  }
  if (counts.has('refused')) process.exitCode = 1;
}
