import { parseArgs } from 'node:util';
import { describeMachine } from './machine.ts';
import type { BenchOptions, Mode } from './mode.ts';
import { saveResults } from './results.ts';
import { parseSizes, sizes } from './sizes.ts';

/** What can be measured, by name; loaded when asked for. */
const modes: Record<string, () => Promise<Mode>> = {
  views: async () => (await import('./views/mode.ts')).viewsMode,
  wire: async () => (await import('./wire/mode.ts')).wireMode,
  load: async () => (await import('./load/mode.ts')).loadMode,
  import: async () => (await import('./import/mode.ts')).importMode,
  browser: async () => (await import('./browser/mode.ts')).browserMode,
};

const usage = `npm run bench -- MODE [options]

MODE            ${[...Object.keys(modes), 'all'].join(', ')}
--sizes         purchase lines, separated by commas: ${Object.keys(sizes).join(', ')} (default 10k,100k,1M; all: with 10M)
--view          a view to measure; may be repeated (default: all)
--seconds       load per number of connections (default 10)
--file          the .xlsx that import reads (default: 200,000 delivery lines)
--all-rivals    run the rivals on 10M lines too, which takes minutes

bench/README.md says what is measured and what it does not show.`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sizes: { type: 'string' },
    view: { type: 'string', multiple: true, default: [] },
    seconds: { type: 'string', default: '10' },
    file: { type: 'string' },
    'all-rivals': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const [name] = positionals;
if (values.help || positionals.length !== 1 || !name || (name !== 'all' && !modes[name])) {
  console.log(usage);
  process.exit(values.help ? 0 : 1);
}

const options: BenchOptions = {
  sizes: parseSizes(values.sizes ?? (name === 'all' ? '10k,100k,1M,10M' : '10k,100k,1M')),
  seconds: Number(values.seconds),
  allRivals: values['all-rivals'],
  views: values.view,
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
