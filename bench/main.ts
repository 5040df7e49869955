import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { closeOnSignals } from '#server/platform/closing.ts';
import { describeMachine } from './machine.ts';
import type { BenchOptions, Mode } from './mode.ts';
import { saveResults } from './results.ts';
import { parseSizes, sizes } from './sizes.ts';
import { knownViews } from './views/questions.ts';

/** What can be measured, by name; loaded when asked for. */
const modes: Record<string, () => Promise<Mode>> = {
  views: async () => (await import('./views/mode.ts')).viewsMode,
  wire: async () => (await import('./wire/mode.ts')).wireMode,
  load: async () => (await import('./load/mode.ts')).loadMode,
  import: async () => (await import('./import/mode.ts')).importMode,
  market: async () => (await import('./market/mode.ts')).marketMode,
  customers: async () => (await import('./customers/mode.ts')).customersMode,
  reference: async () => (await import('./reference/mode.ts')).referenceMode,
  combined: async () => (await import('./combined/mode.ts')).combinedMode,
  exports: async () => (await import('./exports/mode.ts')).exportsMode,
  pack: async () => (await import('./exports/pack-mode.ts')).packMode,
  browser: async () => (await import('./browser/mode.ts')).browserMode,
  scale: async () => (await import('./scale/mode.ts')).scaleMode,
  monday: async () => (await import('./monday/mode.ts')).mondayMode,
  'market-pages': async () => (await import('./browser/market-mode.ts')).marketPagesMode,
};

const usage = `npm run bench -- MODE [options]

MODE            ${[...Object.keys(modes), 'all'].join(', ')}
--sizes         purchase lines, separated by commas: ${Object.keys(sizes).join(', ')} (default 10k,100k,1M; all: with 10M)
--view          a view to measure; may be repeated (default: all)
--seconds       load per number of connections (default 10)
--file          the .xlsx that import reads (default: 200,000 delivery lines)
--all-rivals    run the rivals on 10M lines too, which takes minutes

bench/README.md says what is measured and what it does not show.`;

closeOnSignals();
const { values, positionals } = asked(() =>
  parseArgs({
    allowPositionals: true,
    options: {
      sizes: { type: 'string' },
      view: { type: 'string', multiple: true, default: [] },
      seconds: { type: 'string', default: '10' },
      file: { type: 'string' },
      'all-rivals': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }),
);
if (values.help) {
  console.log(usage);
  process.exit();
}
const [name = ''] = positionals;
if (positionals.length !== 1 || (name !== 'all' && !Object.hasOwn(modes, name))) {
  refuse(name ? `There is no mode ${positionals.join(' ')}.` : 'Say what to measure.');
}
const seconds = Number(values.seconds);
if (!(seconds > 0)) refuse(`--seconds ${values.seconds}: a number above 0.`);
if (values.file !== undefined && !existsSync(values.file)) refuse(`There is no file ${values.file}.`);

const options: BenchOptions = {
  sizes: asked(() => parseSizes(values.sizes ?? (name === 'all' ? '10k,100k,1M,10M' : '10k,100k,1M'))),
  seconds,
  allRivals: values['all-rivals'],
  views: asked(() => knownViews(values.view)),
  ...(values.file ? { file: values.file } : {}),
};
const machine = describeMachine();
console.log(
  `${machine.cpu}, ${machine.cores} cores, Node ${machine.node}, DuckDB ${machine.duckdb}, commit ${machine.commit}, load ${machine.loadBefore}`,
);
for (const each of name === 'all' ? Object.keys(modes) : [name]) {
  const mode = await modes[each]!();
  console.log(`\n# ${mode.name}: ${mode.summary}\n`);
  const result = await mode.run(options);
  for (const reason of result.notDone) console.log(`Not done: ${reason}`);
  console.log(`\nSaved as ${await saveResults({ mode: mode.name, options, machine, ...result })}`);
}
// Everything is saved: what a mode may have left open keeps nobody waiting.
process.exit();

/** What `read` makes of the command line; where that is wrong, it is said and nothing is measured. */
function asked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    refuse((error as Error).message);
  }
}

function refuse(problem: string): never {
  console.error(`${problem}\n\n${usage}`);
  process.exit(1);
}
