import type { Entry } from '../mode.ts';
import { ms, ratio } from '../table.ts';

type Target = {
  name: string;
  measured: number | undefined;
  limit: number;
  atMost: boolean;
  show(value: number): string;
};

/** What the query core promises, held against the measurements: a line each for those that were measured. */
export function verdicts(entries: readonly Entry[]): { rows: string[][]; entries: Entry[] } {
  const ours = (temperature: string, size?: string) =>
    entries.filter(
      (entry) =>
        entry.engine === 'ours' &&
        entry.temperature === temperature &&
        (size === undefined || entry.size === size) &&
        entry.question !== 'product',
    );
  const worst = (temperature: string) => maximum(ours(temperature).map(({ p95 }) => Number(p95)));
  const together = (size: string) => {
    const found = ours('warm', size);
    return found.length === 0 ? undefined : found.reduce((sum, { p50 }) => sum + Number(p50), 0);
  };
  const rival = (engine: string, size: string) => {
    const found = entries.find(
      (entry) => entry.engine === engine && entry.size === size && entry.question === 'all',
    );
    return found && Number(found.ratio);
  };
  const [small, large] = [together('10k'), together('10M')];
  const cold = ours('cold', '10k')[0];
  const targets: Target[] = [
    { name: 'slowest warm view, p95', measured: worst('warm'), limit: 8, atMost: true, show: ms },
    {
      name: 'slowest uncached view at the server, p95',
      measured: worst('uncached at the server'),
      limit: 10,
      atMost: true,
      show: ms,
    },
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
      limit: 60,
      atMost: true,
      show: ms,
    },
    {
      name: 'all views on 10M lines by those on 10k',
      measured: small && large && large / small,
      limit: 1.5,
      atMost: true,
      show: ratio,
    },
    {
      name: 'PostgreSQL by ours, 100k',
      measured: rival('PostgreSQL', '100k'),
      limit: 15,
      atMost: false,
      show: ratio,
    },
    {
      name: 'PostgreSQL by ours, 1M',
      measured: rival('PostgreSQL', '1M'),
      limit: 100,
      atMost: false,
      show: ratio,
    },
    {
      name: 'typed arrays by ours, 100k',
      measured: rival('typed arrays', '100k'),
      limit: 1 / 3,
      atMost: false,
      show: ratio,
    },
    {
      name: 'typed arrays by ours, 1M',
      measured: rival('typed arrays', '1M'),
      limit: 1,
      atMost: false,
      show: ratio,
    },
  ];
  const measured = targets.filter((target) => target.measured !== undefined);
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

function maximum(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : Math.max(...values);
}
