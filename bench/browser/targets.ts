import type { Entry } from '../mode.ts';
import { table } from '../table.ts';

type Target = { name: string; measured: number[]; limit: number };

/** What pages promise in a browser, held against the measurements; prints it too. `scriptBytes`: at most before figures. */
export function verdicts(entries: readonly Entry[], scriptBytes: number): Entry[] {
  const of = (measured: string, key: string) =>
    entries.filter((entry) => entry.measured === measured).map((entry) => Number(entry[key]));
  const targets: Target[] = [
    { name: 'slowest click to painted, p95, ms', measured: of('click to painted', 'p95'), limit: 100 },
    {
      name: 'compressed script before figures, bytes',
      measured: of('first load', 'scriptBytes'),
      limit: scriptBytes,
    },
    { name: 'largest contentful paint, ms', measured: of('first load', 'lcpMs'), limit: 1000 },
    { name: 'frame painted at 400 kbit/s, ms', measured: of('slow load', 'frameMaxMs'), limit: 1500 },
    { name: 'cumulative layout shift', measured: of('first load', 'cls'), limit: 0.05 },
    { name: 'frames with holes while scrolling', measured: of('scroll', 'blank'), limit: 0 },
  ];
  const known = targets.filter(({ measured }) => measured.length > 0);
  const verdict = known.map(({ name, measured, limit }) => {
    const worst = Math.max(...measured);
    return { target: name, measured: worst, limit, met: worst <= limit };
  });
  console.log(
    `\n${table(
      ['target', 'measured', 'wanted', 'met'],
      verdict.map(({ target, measured, limit, met }) => [
        target,
        String(Math.round(measured * 1000) / 1000),
        `≤ ${limit}`,
        met ? 'yes' : 'NO',
      ]),
    )}`,
  );
  return verdict;
}
