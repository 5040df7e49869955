import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { importLines } from '#server/statistics/lines/import-lines.ts';
import { ImportError } from '#server/workbooks/reading/import-error.ts';
import { mutatedBytes, mutatedText, type Parts, smallWorkbooks } from '#tests/support/mutations.ts';
import { parseCsv, type Reading } from '#tests/support/read-lines.ts';
import { complaintsOf } from '#tests/support/reference-reader.ts';
import { rounds } from '#tests/support/rounds.ts';
import { seeded } from '#tests/support/seeded.ts';
import { zip } from '#tests/support/xlsx-builder.ts';

const ROUNDS = Number(process.env.FUZZ_ROUNDS ?? rounds({ short: 600, long: 10_000 }));
const SEED = Number(process.env.FUZZ_SEED ?? 20260101);
const SLOWEST_MILLISECONDS = 5_000;
const MOST_MILLISECONDS = 60_000 + 20 * ROUNDS;

const folder = mkdtempSync(join(tmpdir(), 'fuzz-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Outcome = Reading | { code: string };

test(
  `${ROUNDS / 2} mutations of the archive's bytes give the same rows or an error`,
  async () => {
    const random = seeded(SEED);
    const files = [];
    for (const parts of smallWorkbooks) {
      for (const how of [{}, { store: true }, { descriptor: true }, { zip64: true }]) {
        const file = zip([...parts].map(([name, data]) => ({ name, data, ...how })));
        files.push({ file, expected: await outcome(file) });
      }
    }
    let same = 0;
    for (let round = 0; round < ROUNDS / 2; round++) {
      const { file, expected } = random.pick(files);
      const actual = await outcome(mutatedBytes(file, random));
      if ('code' in actual) continue;
      expect(actual, `round ${round} of seed ${SEED}`).toEqual(expected);
      same++;
    }
    expect(same).toBeGreaterThan(0);
  },
  MOST_MILLISECONDS,
);

test(
  `${ROUNDS / 2} mutations of the XML give what an independent reader sees, or an error`,
  async () => {
    const random = seeded(SEED + 1);
    let read = 0;
    for (let round = 0; round < ROUNDS / 2; round++) {
      const parts = new Map(random.pick(smallWorkbooks));
      const name = random.pick([
        ...parts.keys(),
        ...sheetNames(parts),
        ...sheetNames(parts),
        ...sheetNames(parts),
      ]);
      parts.set(name, mutatedText(parts.get(name)!, random));
      const actual = await outcome(zip([...parts].map(([part, data]) => ({ name: part, data }))));
      if ('code' in actual) continue;
      read++;
      const place = `round ${round} of seed ${SEED}: ${name} ${parts.get(name)}`;
      const complaints = complaintsOf(actual, parts);
      expect(
        complaints.some((list) => list.length === 0),
        `${complaints.join('\n')}\n${place}`,
      ).toBe(true);
    }
    expect(read).toBeGreaterThan(ROUNDS / 20);
  },
  MOST_MILLISECONDS,
);

async function outcome(file: Buffer): Promise<Outcome> {
  const path = join(folder, 'lines.csv');
  const started = performance.now();
  try {
    const report = await importLines(file, path);
    return { report, lines: parseCsv(readFileSync(path, 'utf8')) };
  } catch (error) {
    if (error instanceof ImportError) return { code: error.code };
    throw error;
  } finally {
    expect(performance.now() - started).toBeLessThan(SLOWEST_MILLISECONDS);
  }
}

function sheetNames(parts: Parts): string[] {
  return [...parts.keys()].filter((name) => /sheet1|sharedStrings/.test(name));
}
