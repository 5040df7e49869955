import type { Entry } from '../mode.ts';
import { ms, ratio } from '../table.ts';
import { TEN_BEST_OFFERS } from './questions.ts';

/** Sums over questions: those that add up, and all but the whole list of products, which is an export. */
export const FIGURES = 'figures and lists';
export const WITH_PAGES = 'with pages of articles';

/** Rows that an answer may have before it may take longer, and how much longer a further one may take. */
const FREE_ROWS = 1000;
const MS_A_ROW = 0.01;
/** It reckons every figure of the overview twice, and is asked by a press: a tenth of what a click may take is not noticed. */
const isWhatIf = ({ question }: Entry) => String(question).startsWith('what_if');
const LESS_ROWS = `, less ${1000 * MS_A_ROW} µs a row beyond ${FREE_ROWS}`;

/** A promised figure; `measured` is undefined where nobody measured it. */
export type Target = {
  name: string;
  measured: number | undefined;
  limit: number;
  atMost: boolean;
  show(value: number): string;
};

/** What the query core promises, held against the measurements: a line each for those that were measured. */
export function verdicts(entries: readonly Entry[]): { rows: string[][]; entries: Entry[] } {
  const ours = (temperature: string) =>
    entries.filter((entry) => entry.engine === 'ours' && entry.temperature === temperature);
  const worst = (temperature: string, isAsked: (entry: Entry) => boolean = () => true) =>
    maximum(
      ours(temperature)
        .filter(isAsked)
        .map(({ p95, rows }) => Number(p95) - MS_A_ROW * Math.max(0, Number(rows ?? 0) - FREE_ROWS)),
    );
  const isOther = (entry: Entry) => !isWhatIf(entry);
  const together = (size: string) => {
    const found = ours('warm').filter((entry) => entry.size === size && entry.question !== 'product');
    return found.length === 0 ? undefined : found.reduce((sum, { p50 }) => sum + Number(p50), 0);
  };
  const rival = (engine: string, size: string, question: string) => {
    const found = entries.find(
      (entry) => entry.engine === engine && entry.size === size && entry.question === question,
    );
    return found && Number(found.ratio);
  };
  const ratios = [
    { engine: 'PostgreSQL', size: '1M', question: FIGURES, limit: 40 },
    { engine: 'PostgreSQL', size: '1M', question: WITH_PAGES, limit: 40 },
    { engine: 'typed arrays', size: '1M', question: FIGURES, limit: 0.5 },
  ];
  // Both of all the articles that there are.
  const [fewer, more] = [together('1M'), together('10M')];
  const cold = ours('cold').find((entry) => entry.size === '10k' && entry.question !== 'product');
  const opening = (articles: number, lines?: number) =>
    entries.filter(
      (entry) =>
        entry.temperature === 'opening' &&
        entry.articles === articles &&
        (lines === undefined || entry.lines === lines),
    );
  const most = (found: readonly Entry[], column: string) =>
    maximum(found.map((entry) => Number(entry[column])));
  const atMost = (name: string, measured: number | undefined, limit: number, show: Target['show']) => ({
    name,
    measured,
    limit,
    atMost: true,
    show,
  });
  const targets: Target[] = [
    {
      name: `slowest warm view${LESS_ROWS}, p95`,
      measured: worst('warm', isOther),
      limit: 15,
      atMost: true,
      show: ms,
    },
    atMost('what if, warm, p95', worst('warm', isWhatIf), 30, ms),
    atMost(
      'the ten best offers, warm, p95',
      maximum(
        ours('warm')
          .filter(({ question }) => question === TEN_BEST_OFFERS)
          .map(({ p95 }) => Number(p95)),
      ),
      15,
      ms,
    ),
    {
      name: `slowest uncached view at the server${LESS_ROWS}, p95`,
      measured: worst('uncached at the server', isOther),
      limit: 20,
      atMost: true,
      show: ms,
    },
    atMost('what if, uncached at the server, p95', worst('uncached at the server', isWhatIf), 40, ms),
    {
      name: 'slowest cached view at the server, p95',
      measured: worst('cached at the server'),
      limit: 1,
      atMost: true,
      show: ms,
    },
    {
      name: 'first answer of a 10k statistic, cold, p95',
      measured: cold && Number(cold.p95),
      limit: 90,
      atMost: true,
      show: ms,
    },
    {
      name: 'all views on 10M lines by those on 1M',
      measured: fewer && more && more / fewer,
      limit: 1.2,
      atMost: true,
      show: ratio,
    },
    ...[6000, 15_000].map((articles) =>
      atMost(
        `opening ${articles} articles, any lines by 20k, p50`,
        most(opening(articles), 'ratio'),
        1.2,
        ratio,
      ),
    ),
    atMost('opening 6000 articles, any lines, p95', most(opening(6000), 'p95'), 90, ms),
    atMost('opening 15000 articles, any lines, p95', most(opening(15_000), 'p95'), 120, ms),
    atMost('explaining 1M lines, first', most(opening(15_000, 1_000_000), 'explanationFirst'), 1500, ms),
    atMost('explaining 1M lines, then, p95', most(opening(15_000, 1_000_000), 'explanationP95'), 100, ms),
    atMost('lines of an article of 1M, first', most(opening(15_000, 1_000_000), 'linesFirst'), 1500, ms),
    ...ratios.map(({ engine, size, question, limit }) => ({
      name: `${engine} by ours, ${size}, ${question}`,
      measured: rival(engine, size, question),
      limit,
      atMost: false,
      show: ratio,
    })),
  ];
  return judged(targets);
}

/** A line and an entry for each target that was measured. */
export function judged(targets: readonly Target[]): { rows: string[][]; entries: Entry[] } {
  // What was not asked has no ratio either.
  const measured = targets.filter((target) => Number.isFinite(target.measured));
  return {
    rows: measured.map(({ name, measured: value, limit, atMost, show }) => [
      name,
      show(value!),
      `${atMost ? '≤' : '≥'} ${show(limit)}`,
      met(value!, limit, atMost) ? 'yes' : 'NO',
    ]),
    entries: measured.map(({ name, measured: value, limit, atMost }) => ({
      target: name,
      measured: value!,
      limit,
      met: met(value!, limit, atMost),
    })),
  };
}

function met(value: number, limit: number, atMost: boolean): boolean {
  return atMost ? value <= limit : value >= limit;
}

/** The largest; undefined of none. */
export function maximum(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : Math.max(...values);
}
