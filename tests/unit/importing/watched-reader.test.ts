import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { xlsxOfRows } from '#tests/support/xlsx-builder.ts';

test('a server that is watched while somebody develops it reads files too', async () => {
  // As `node --watch` tells what it starts.
  vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1');
  // With no threads that other tests have started.
  vi.resetModules();
  const { readStatistic } = await import('#server/statistics/lines/read-statistic.ts');
  const folder = mkdtempSync(join(tmpdir(), 'watched-'));
  try {
    const file = xlsxOfRows([
      ['GTIN', 'Menge'],
      ['7680546372163', 5],
    ]);
    expect((await readStatistic(file, { linesPath: join(folder, 'lines.csv') })).imported).toBe(1);
  } finally {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  }
});
