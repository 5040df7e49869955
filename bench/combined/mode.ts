import { type Engine, type PooledConnection, quoted } from '#analytics/engine.ts';
import { aboutStatistic, exportedRows } from '#analytics/exports.ts';
import { filesOf, withFiles, writtenFile } from '#analytics/files.ts';
import { combineSums, type StoredLines, sumLines } from '#analytics/lines.ts';
import { runView } from '#analytics/run.ts';
import { holdStatistics } from '#analytics/statistics.ts';
import { summary } from '#analytics/views/summary.ts';
import { createPool } from '#server/platform/database/pool.ts';
import { inTransaction } from '#server/platform/database/query.ts';
import { postgresSources } from '#server/start/statistic-sources.ts';
import { insertCombined, storeMembers } from '#server/statistics/combined/combined-queries.ts';
import { statisticWorkbook } from '#server/statistics/exports/statistic-workbook.ts';
import { makeWorkbook } from '#server/workbooks/writing/make-workbook.ts';
import type { Workbook } from '#server/workbooks/writing/workbook.ts';
import type { Entry, Mode } from '../mode.ts';
import { withPostgres } from '../postgres.ts';
import { ms, ratio, table } from '../table.ts';
import { timingOf } from '../timing.ts';
import { startPortal } from '../views/over-http.ts';
import { questions } from '../views/questions.ts';
import { SEED } from '../world/catalogue.ts';
import { benchLines } from '../world/lines.ts';
import { fillPortal, storeStatistic } from '../world/portal.ts';
import { openBenchWorld } from '../world/world.ts';

const MEMBERS = 50;
const LINES_OF_EACH = 2000;
const OPENINGS = 15;
const PROMISED = 1.2;
/** By so much a view may differ, whatever the ratio. */
const UNNOTICED_MS = 1;

/** What both were asked, and the milliseconds of each. */
type Pair = { what: string; combined: number[]; whole: number[] };

export const combinedMode: Mode = {
  name: 'combined',
  summary:
    '50 statistics of 2,000 lines combined, beside an upload of all their lines: opening, lines, every view',
  async run() {
    const world = await openBenchWorld();
    try {
      return await withPostgres(async (postgres) => {
        const pool = createPool(postgres.url);
        const { userId, token } = await fillPortal(pool, world);
        const stored: StoredLines[] = [];
        for (let member = 1; member <= MEMBERS; member++)
          stored.push(await benchLines(world.engine, LINES_OF_EACH, SEED + member));
        const members: number[] = [];
        for (const each of stored) members.push((await storeStatistic(pool, userId, each, LINES_OF_EACH)).id);
        const whole = await storeStatistic(
          pool,
          userId,
          await oneFile(world.engine, stored),
          MEMBERS * LINES_OF_EACH,
        );
        const combined = { directLinkId: 'combined'.padEnd(22, '0'), id: 0 };
        const sums = await combineSums(
          world.engine,
          stored.map((each) => each.sums),
        );
        combined.id = await inTransaction(pool, async (client) => {
          const { directLinkId } = combined;
          const id = await insertCombined(client, {
            directLinkId,
            name: 'Bench',
            comment: null,
            user: 'Bench',
            uploaderId: userId,
          });
          await storeMembers(client, id, members, sums);
          return id;
        });
        const pairs: Pair[] = await openings();
        const portal = await startPortal(pool, postgres.url, world.providerCompanies, {
          token,
          cached: false,
        });
        for (const question of questions([])) {
          const pair: Pair = { what: question.name, combined: [], whole: [] };
          // In turns, so that both meet the same neighbours.
          for (let turn = 0; turn < 4; turn++) {
            for (const [kind, { directLinkId }] of Object.entries({ combined, whole })) {
              const patience = { warmUp: 3, minRuns: 10, maxRuns: 40, budgetMs: 300 };
              const { server } = await portal.ask(directLinkId, question, patience);
              pair[kind as 'combined' | 'whole'].push(server.p50);
            }
          }
          pairs.push(pair);
        }
        await portal.close();
        await pool.end();
        return { entries: printed(pairs), notDone: [] };

        /** From PostgreSQL to the first answer, the catalogue being open, and to the rows of the file as a workbook. */
        async function openings(): Promise<Pair[]> {
          const statistics = holdStatistics(world.engine, {
            sources: postgresSources(pool, world.engine),
            providerCompanies: world.providerCompanies,
            memoryBytes: Number.POSITIVE_INFINITY,
            onError(error) {
              throw error;
            },
          });
          const opening: Pair = { what: 'opening, then summary', combined: [], whole: [] };
          const lines: Pair = { what: 'workbook with all rows, the first time', combined: [], whole: [] };
          for (let run = -2; run < OPENINGS; run++) {
            for (const [kind, { id, revision }] of Object.entries({
              combined: { id: combined.id, revision: 2 },
              whole: { id: whole.id, revision: 1 },
            })) {
              const key = { statistic: id, revision, catalogue: 1, stockouts: 1 };
              const before = performance.now();
              await statistics.use(key, (connection) => runView(connection, summary, {}));
              const opened = performance.now();
              await makeWorkbook(await statistics.withLines(key, readWorkbook));
              const after = performance.now();
              statistics.forget(id);
              if (run < 0) continue;
              opening[kind as 'combined' | 'whole'].push(opened - before);
              lines[kind as 'combined' | 'whole'].push(after - opened);
            }
          }
          return [opening, lines];
        }
      });
    } finally {
      await world.close();
    }
  },
};

async function readWorkbook(connection: PooledConnection): Promise<Workbook> {
  const about = await aboutStatistic(connection);
  const sheets = [{ name: 'stats' as const, arrow: await exportedRows(connection, 'stats', true) }];
  const words = { provider: 'Provider', rate: 40 };
  return statisticWorkbook('de', about, { sheets, all: true, signedIn: true, words, made: new Date() });
}

/** The lines of all, one statistic's after the other's, as of a file of theirs. */
async function oneFile(engine: Engine, stored: readonly StoredLines[]): Promise<StoredLines> {
  const lines = await withFiles(engine, filesOf(stored.map((each) => each.lines)), (paths) =>
    writtenFile(engine, 'lines', (path) => {
      const parts = Object.values(paths).map(
        (part, index) =>
          `select * replace ((row_number + ${index * LINES_OF_EACH})::integer as row_number) from read_parquet(${quoted(part)})`,
      );
      return engine.use('main', ({ runScript }) =>
        runScript(
          `copy (${parts.join(' union all ')}) to ${quoted(path)} (format parquet, compression zstd)`,
        ),
      );
    }),
  );
  return { lines, sums: await sumLines(engine, lines) };
}

function printed(pairs: readonly Pair[]): Entry[] {
  const entries = pairs.map(({ what, combined, whole }) => {
    const [ours, theirs] = [timingOf(combined).p50, timingOf(whole).p50];
    return { what, combinedMs: ours, wholeMs: theirs, ratio: ours / theirs, promised: PROMISED };
  });
  const views = entries.slice(2);
  const sum = (column: 'combinedMs' | 'wholeMs') => views.reduce((all, entry) => all + entry[column], 0);
  entries.push({
    what: 'all views together',
    combinedMs: sum('combinedMs'),
    wholeMs: sum('wholeMs'),
    ratio: sum('combinedMs') / sum('wholeMs'),
    promised: PROMISED,
  });
  console.log(
    `\n${table(
      ['', 'combined ms', 'one upload ms', 'ratio', `within ${PROMISED}`],
      entries.map((entry) => [
        entry.what,
        ms(entry.combinedMs),
        ms(entry.wholeMs),
        ratio(entry.ratio),
        entry.ratio <= PROMISED || entry.combinedMs - entry.wholeMs <= UNNOTICED_MS ? 'yes' : 'no',
      ]),
    )}`,
  );
  return entries;
}
