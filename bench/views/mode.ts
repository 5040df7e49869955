import type { StoredLines } from '#analytics/lines.ts';
import { duplicateProducts } from '#analytics/views/duplicate-products.ts';
import { product } from '#analytics/views/product.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { checksum } from '../checksum.ts';
import type { Entry, Mode } from '../mode.ts';
import { withPostgres } from '../postgres.ts';
import { type Size, sizes } from '../sizes.ts';
import { bytes, ms, ratio, table } from '../table.ts';
import { ownCpuMs, type Patience, untilIdle } from '../timing.ts';
import { benchLines } from '../world/lines.ts';
import { fillPortal, storeStatistic } from '../world/portal.ts';
import { type BenchWorld, openBenchWorld } from '../world/world.ts';
import { arrowCells } from './answer.ts';
import { measureOpening } from './cold.ts';
import { askWarm, holdBench, measureCold, measureWarm, statisticKey } from './ours.ts';
import { type Portal, startPortal } from './over-http.ts';
import { type Question, questions } from './questions.ts';
import { heldEqual } from './rivals/held-equal.ts';
import { measureRivals } from './rivals/measure.ts';
import { readRivalLines } from './rivals/rival-lines.ts';
import { FIGURES, verdicts, WITH_PAGES } from './targets.ts';

const warmPatience: Patience = { warmUp: 20, minRuns: 100, maxRuns: 400, budgetMs: 1500 };
const coldPatience: Patience = { minRuns: 3, maxRuns: 25, budgetMs: 3000 };
const cachedPatience: Patience = { warmUp: 20, minRuns: 200, maxRuns: 500, budgetMs: 1000 };

/** Beyond this many lines only ours is measured unless all rivals are asked for. */
const RIVAL_LINES = 1_000_000;

export const viewsMode: Mode = {
  name: 'views',
  summary: 'every dashboard query, cold, warm and cached, beside other ways to answer it',
  async run(options) {
    const asked = questions(options.views);
    if (asked.length === 0) return { entries: [], notDone: ['Views over the market are those of `market`.'] };
    const entries: Entry[] = [];
    const notDone: string[] = [];
    const world = await openBenchWorld();
    try {
      await withPostgres(async (postgres) => {
        const pool = createPool(postgres.url);
        const { userId, token } = await fillPortal(pool, world);
        const portal = (cached: boolean) =>
          startPortal(pool, postgres.url, world.providerCompanies, { token, cached });
        const portals = { uncached: await portal(false), cached: await portal(true) };
        for (const size of options.sizes) {
          const stored = await benchLines(world.engine, sizes[size]);
          const { directLinkId } = await storeStatistic(pool, userId, stored, sizes[size]);
          await untilIdle(ownCpuMs);
          const result = await inOwnWorld(async (own) => {
            const ours = await measureOurs(size, asked, own, stored, portals, directLinkId);
            entries.push(...ours.entries);
            if (sizes[size] > RIVAL_LINES && !options.allRivals) return undefined;
            const rivalLines = await ours.statistics.withLines(statisticKey(1), readRivalLines);
            const answer = (question: Question) => askWarm(ours.statistics, question);
            return {
              streams: ours.streams,
              ...(await measureRivals(postgres.superuserUrl, rivalLines, asked, answer)),
            };
          });
          if (result) entries.push(...compare(size, asked, result.streams, result));
          else notDone.push(`Rivals on ${size} lines: they take minutes; --all-rivals runs them.`);
        }
        await portals.uncached.close();
        await portals.cached.close();
        await pool.end();
      });
    } finally {
      await world.close();
    }
    const many = options.sizes.filter((size) => sizes[size] >= 1_000_000).map((size) => sizes[size]);
    if (many.length > 0) entries.push(...(await measureOpening(many)));
    const verdict = verdicts(entries);
    console.log(`\n${table(['target', 'measured', 'wanted', 'met'], verdict.rows)}`);
    return { entries: [...entries, ...verdict.entries], notDone };
  },
};

/** An engine that holds nothing of the sizes before. */
async function inOwnWorld<T>(work: (world: BenchWorld) => Promise<T>): Promise<T> {
  const world = await openBenchWorld();
  try {
    return await work(world);
  } finally {
    await world.close();
  }
}

type Streams = Map<string, Uint8Array>;

async function measureOurs(
  size: Size,
  asked: readonly Question[],
  world: BenchWorld,
  stored: StoredLines,
  portals: { uncached: Portal; cached: Portal },
  directLinkId: string,
) {
  const cold = await measureCold(stored, asked, coldPatience);
  const [first] = cold.answers.values();
  console.log(
    `\n## ${size} lines: ${bytes(stored.lines.length)} Parquet, ${bytes(stored.sums.length)} sums, cold ${asked[0]!.name} CPU ${ms(first!.cpuMs)} ms ` +
      `(${first!.timing.runs} runs), counted as ${bytes(cold.bytes)} in memory; opening the catalogue ${ms(cold.catalogueMs)} ms\n`,
  );
  const entries: Entry[] = [];
  const statistics = holdBench(world, [stored], Number.POSITIVE_INFINITY);
  const streams: Streams = new Map();
  const rows: string[][] = [];
  for (const question of asked) {
    const warm = await measureWarm(statistics, question, warmPatience);
    const uncached = await portals.uncached.ask(directLinkId, question, warmPatience);
    const cached = await portals.cached.ask(directLinkId, question, cachedPatience);
    const cells = arrowCells(warm.stream);
    const sum = checksum(cells);
    streams.set(question.name, warm.stream);
    const about = { size, engine: 'ours', question: question.name, rows: cells.length, checksum: sum };
    const { timing, cpuMs } = cold.answers.get(question.name)!;
    entries.push(
      { ...about, temperature: 'cold', ...milliseconds(timing), cpuMs },
      {
        ...about,
        temperature: 'warm',
        ...milliseconds(warm.timing),
        cpuMs: warm.cpuMs,
        encodingP50: warm.encoding.p50,
      },
      {
        ...about,
        temperature: 'uncached at the server',
        ...milliseconds(uncached.server),
        bytes: uncached.bytes,
      },
      { ...about, temperature: 'cached at the server', ...milliseconds(cached.server) },
      { ...about, temperature: 'cached round trip', ...milliseconds(cached.roundTrip) },
    );
    rows.push([
      question.name,
      ...[
        timing.p50,
        timing.p95,
        warm.timing.p50,
        warm.timing.p95,
        warm.cpuMs,
        warm.encoding.p50,
        uncached.server.p50,
        uncached.server.p95,
      ].map(ms),
      ...[cached.server.p50, cached.server.p95, cached.roundTrip.p95].map(ms),
      String(cells.length),
      bytes(warm.stream.length),
      sum,
    ]);
  }
  const heading = [
    'ms',
    'cold p50',
    'p95',
    'warm p50',
    'p95',
    'CPU',
    'Arrow',
    'http p50',
    'p95',
    'cached p50',
    'p95',
    'round trip p95',
    'rows',
  ];
  console.log(table([...heading, 'bytes', 'checksum'], rows));
  return { entries, streams, statistics };
}

/** Rivals beside ours: an answer that differs is an error, not a time. */
function compare(
  size: Size,
  asked: readonly Question[],
  streams: Streams,
  { ours, rivals }: Awaited<ReturnType<typeof measureRivals>>,
): Entry[] {
  const entries: Entry[] = [];
  const rows = asked.map(({ name, view }) => {
    const own = ours.get(name)?.p50 ?? 0;
    const cells = rivals.map(({ rival, answers, reason }) => {
      const answer = answers.get(name);
      const about = { size, engine: rival, question: name, temperature: 'warm' };
      if (!answer) {
        entries.push({ ...about, skipped: reason });
        return '';
      }
      const expected = heldEqual(`${rival}, on ${size} lines,`, name, answer, streams.get(name)!);
      const { timing } = answer;
      entries.push({
        ...about,
        ...milliseconds(timing),
        checksum: expected,
        ours: own,
        ratio: timing.p50 / own,
      });
      return `${ms(timing.p50)} ${ratio(timing.p50 / own)}`;
    });
    return { name, own, cells, perArticle: view === product || view === duplicateProducts };
  });
  const answered = rows.filter(({ name }) => ours.has(name));
  const together = (question: string, some: typeof answered) => {
    const cells = rivals.map(({ rival, answers }) => {
      const common = some.filter(({ name }) => answers.has(name));
      const theirs = common.reduce((sum, { name }) => sum + answers.get(name)!.timing.p50, 0);
      const own = common.reduce((sum, each) => sum + each.own, 0);
      const about = { size, engine: rival, question, temperature: 'warm' };
      entries.push({ ...about, p50: theirs, ours: own, ratio: theirs / own });
      return `${ms(theirs)} ${ratio(theirs / own)}`;
    });
    return [question, ms(some.reduce((sum, { own }) => sum + own, 0)), ...cells];
  };
  const figures = answered.filter(({ perArticle }) => !perArticle);
  console.log(
    `\n${table(
      ['p50 in ms, times ours', 'ours', ...rivals.map(({ rival }) => rival)],
      [
        ...answered.map(({ name, own, cells }) => [name, ms(own), ...cells]),
        together(FIGURES, figures),
        together(
          WITH_PAGES,
          answered.filter(({ name }) => name !== product.name),
        ),
        ['loading, ms', '', ...rivals.map(({ loadMs }) => ms(loadMs))],
      ],
    )}`,
  );
  const missing = rows.filter(({ name }) => !ours.has(name)).map(({ name }) => name);
  if (missing.length > 0) console.log(`No rival answers ${missing.join(', ')}: ${rivals[0]!.reason}.`);
  return entries;
}

function milliseconds({ runs, p50, p95, p99 }: { runs: number; p50: number; p95: number; p99: number }) {
  return { runs, p50, p95, p99 };
}
