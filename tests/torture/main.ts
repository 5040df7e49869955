import { parseArgs } from 'node:util';
import { closeOnSignals, closing } from '#server/platform/closing.ts';
import startTestPostgres from '../support/test-postgres.ts';
import { files } from './files.ts';
import { kills } from './kills.ts';
import { soak } from './soak.ts';

/** What can be tortured, by name. */
const parts: Record<string, Part> = {
  kills: { about: 'processes and PostgreSQL killed while a client writes', amount: 1000, run: kills },
  files: { about: 'mutated files through a running server', amount: 10_000, run: files },
  soak: { about: 'two processes under mixed traffic, a publication a minute', amount: 7200, run: soak },
};

type Part = {
  about: string;
  /** How often, where neither that nor seconds are given. */
  amount: number;
  run: (options: { seed: number; amount?: number; seconds?: number }) => Promise<object>;
};

const usage = `npm run torture -- [PART …] [options]

PART            ${Object.entries(parts)
  .map(([name, { about }]) => `${name.padEnd(12)}${about}`)
  .join('\n                ')}
                (default: all of them)
--seed          a number: the same kills, files and moments again, as far as a machine repeats itself (default: of now)
--amount        how many kills, files, seconds of soaking
--seconds       how long at most, each part`;

const { values, positionals } = asked();
if (values.help) {
  console.log(usage);
  process.exit();
}
const unknown = positionals.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) refuse(`There is no part ${unknown.join(', ')}.`);

const seed = numberOf('seed') ?? Date.now() % 1_000_000;
const [amount, seconds] = [numberOf('amount'), numberOf('seconds')];
closeOnSignals();
const end = closing(await startTestPostgres());
try {
  for (const name of positionals.length > 0 ? positionals : Object.keys(parts)) {
    const part = parts[name]!;
    console.log(`\n# ${name}, seed ${seed}: ${part.about}\n`);
    const startedAt = Date.now();
    const report = await part.run({
      seed,
      ...(amount !== undefined || seconds === undefined ? { amount: amount ?? part.amount } : {}),
      ...(seconds === undefined ? {} : { seconds }),
    });
    console.log(JSON.stringify(report, null, 2));
    console.log(`It held for ${Math.round((Date.now() - startedAt) / 1000)} s.`);
  }
} catch (error) {
  console.error(error);
  console.error(`\nWhat fell, fell with --seed ${seed}.`);
  process.exitCode = 1;
} finally {
  await end();
}

function asked() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        seed: { type: 'string' },
        amount: { type: 'string' },
        seconds: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    refuse((error as Error).message);
  }
}

function numberOf(name: 'seed' | 'amount' | 'seconds'): number | undefined {
  const value = values[name];
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  refuse(`--${name} ${value}: a whole number.`);
}

function refuse(problem: string): never {
  console.error(`${problem}\n\n${usage}`);
  process.exit(1);
}
