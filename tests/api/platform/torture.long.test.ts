import { expect, test } from 'vitest';
import { long } from '#tests/support/rounds.ts';
import { files } from '#tests/torture/files.ts';
import { kills } from '#tests/torture/kills.ts';

const SEED = 20261127;

test(
  'while processes and PostgreSQL are killed and stand still every acknowledged write is made once, and nothing is half or left behind',
  async ({ annotate }) => {
    const { strikes, writes } = await kills({ seed: SEED, ...(long ? { amount: 1000 } : { seconds: 6 }) });
    await annotate(JSON.stringify({ strikes, writes }));
    expect(Object.values(strikes).reduce((sum, each) => sum + each, 0)).toBeGreaterThan(0);
  },
  long ? 3 * 3600_000 : 240_000,
);

test(
  'of mutated files none ends a server or makes it wait, and of none that is accepted a row is another than a second reader sees',
  async ({ annotate }) => {
    const report = await files({ seed: SEED, ...(long ? { amount: 10_000 } : { seconds: 3 }) });
    await annotate(JSON.stringify(report));
    expect(report.sent.workbook).toHaveProperty('200');
    expect(Object.keys(report.sent).length).toBeGreaterThan(1);
  },
  long ? 3 * 3600_000 : 240_000,
);
