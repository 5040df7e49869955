import { expect, test } from 'vitest';
import { long } from '../support/rounds.ts';
import { kills } from '../torture/kills.ts';

test(
  'while processes and PostgreSQL are killed and stand still every acknowledged write is made once, and nothing is half or left behind',
  async ({ annotate }) => {
    const { strikes, writes } = await kills({
      seed: 20261127,
      ...(long ? { amount: 1000 } : { seconds: 6 }),
    });
    await annotate(JSON.stringify({ strikes, writes }));
    expect(Object.values(strikes).reduce((sum, each) => sum + each, 0)).toBeGreaterThan(0);
  },
  long ? 3 * 3600_000 : 120_000,
);
