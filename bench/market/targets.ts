import type { Entry } from '../mode.ts';
import { ms, ratio } from '../table.ts';
import { judged, maximum, type Target } from '../views/targets.ts';

/** All questions of the market together. */
export const TOGETHER = 'the market';

/** What the market promises, held against the measurements: a line each for those that were measured. */
export function marketVerdicts(entries: readonly Entry[]): { rows: string[][]; entries: Entry[] } {
  const slowest = (temperature: string, series?: boolean) =>
    maximum(
      entries
        .filter(
          (entry) =>
            entry.engine === 'ours' &&
            entry.temperature === temperature &&
            (series === undefined || entry.series === series),
        )
        .map(({ p95 }) => Number(p95)),
    );
  const together = entries.find(({ engine, question }) => engine === 'PostgreSQL' && question === TOGETHER);
  const atMost = (name: string, measured: number | undefined, limit: number): Target => {
    return { name, measured, limit, atMost: true, show: ms };
  };
  return judged([
    atMost('slowest warm view of the market, p95', slowest('warm', false), 15),
    atMost('slowest warm series over three years, p95', slowest('warm', true), 20),
    atMost('slowest cached view of the market at the server, p95', slowest('cached at the server'), 1),
    {
      name: 'PostgreSQL by ours, all views of the market',
      measured: together && Number(together.ratio),
      limit: 5,
      atMost: false,
      show: ratio,
    },
  ]);
}
