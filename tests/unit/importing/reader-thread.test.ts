import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { readStatistic } from '#server/statistics/lines/read-statistic.ts';
import type { ImportError } from '#server/workbooks/reading/import-error.ts';
import type { ReadProgress } from '#shared/read-report.ts';
import { bought, parseCsv } from '#tests/support/read-lines.ts';
import { MAIN, repeatedPart, workbookParts, xlsxOfRows, zip } from '#tests/support/xlsx-builder.ts';

const folder = mkdtempSync(join(tmpdir(), 'reader-'));
afterAll(() => rmSync(folder, { recursive: true }));
const linesPath = join(folder, 'lines.csv');

const SMALL = xlsxOfRows([
  ['GTIN', 'Menge'],
  ['7680546372163', 5],
]);

/** 200,000 rows of the usual width. */
const large = (() => {
  const name = 'xl/worksheets/sheet1.xml';
  const heading =
    '<row><c t="str"><v>GTIN</v></c><c t="str"><v>Menge</v></c><c t="str"><v>Artikel</v></c></row>';
  const row = `<row><c><v>7680546372163</v></c><c><v>1</v></c><c t="inlineStr"><is><t>Accupaque Parenteral, Inj Lös 350 mg</t></is></c></row>`;
  const start = `<worksheet xmlns="${MAIN}"><sheetData>${heading}`;
  const others = [...workbookParts([{}])]
    .filter(([part]) => part !== name)
    .map(([part, data]) => ({ name: part, data }));
  return zip([...others, repeatedPart(name, start, row, 200_000, '</sheetData></worksheet>')]);
})();

test('lines are written to the path and the caller keeps the bytes', async () => {
  const before = Buffer.from(SMALL);
  const report = await readStatistic(SMALL, { linesPath });
  expect(report.imported).toBe(1);
  expect(bought(parseCsv(readFileSync(linesPath, 'utf8')))).toEqual([['7680546372163', 5]]);
  expect(SMALL.equals(before)).toBe(true);
});

test('progress goes from unpacking to all rows and bytes', async () => {
  const seen: ReadProgress[] = [];
  await readStatistic(large, { linesPath, onProgress: (progress) => seen.push(progress) });
  expect(seen[0]).toMatchObject({ stage: 'unpacking', rows: 0, bytes: 0 });
  const last = seen.at(-1)!;
  expect(last).toEqual({
    stage: 'reading',
    rows: 200_000,
    bytes: last.totalBytes,
    totalBytes: last.totalBytes,
  });
  expect(seen.map((p) => p.bytes)).toEqual(seen.map((p) => p.bytes).toSorted((a, b) => a - b));
});

test('the main thread hardly works while a large file is read', async () => {
  await readStatistic(SMALL, { linesPath });
  const before = process.threadCpuUsage();
  await readStatistic(large, { linesPath });
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(50);
});

test('a refused file leaves no lines, and the next is read', async () => {
  writeFileSync(linesPath, 'old');
  const error = await readStatistic(Buffer.from('%PDF-1.7'), { linesPath }).catch((e: ImportError) => e);
  expect(error).toMatchObject({ name: 'ImportError', code: 'import_pdf' });
  expect(existsSync(linesPath)).toBe(false);
  expect((await readStatistic(SMALL, { linesPath })).imported).toBe(1);
});

test('the first rows come with the error that no heading was found', async () => {
  const error = await readStatistic(xlsxOfRows([['a', 1]]), { linesPath }).catch((e: ImportError) => e);
  expect(error).toMatchObject({
    code: 'import_no_heading',
    sheets: [{ rows: [{ row: 1, values: ['a', '1'] }] }],
  });
});

test('a reader that takes too long is ended and replaced', async () => {
  for (const timeoutMs of [0.1, 30]) {
    const error = await readStatistic(large, { linesPath, timeoutMs }).catch((e: ImportError) => e);
    expect(error).toMatchObject({ code: 'import_too_slow' });
    expect(existsSync(linesPath)).toBe(false);
    expect((await readStatistic(SMALL, { linesPath })).imported).toBe(1);
  }
});

test('a machine that others keep busy refuses no file that takes little of the processor’s time', async () => {
  // The first reading of a thread compiles the reader.
  await readStatistic(large, { linesPath });
  const before = process.cpuUsage();
  await readStatistic(large, { linesPath });
  const { user, system } = process.cpuUsage(before);
  const timeoutMs = (user + system) / 1000 / 0.6;
  const others = Array.from(
    { length: 3 * availableParallelism() },
    () => new Worker('for (;;);', { eval: true }),
  );
  onTestFinished(async () => void (await Promise.all(others.map((each) => each.terminate()))));
  await Promise.all(others.map((each) => once(each, 'online')));
  const started = performance.now();
  expect((await readStatistic(large, { linesPath, timeoutMs })).imported).toBe(200_000);
  // By the clock it has taken longer.
  expect(performance.now() - started).toBeGreaterThan(timeoutMs);
  const error = await readStatistic(large, { linesPath, timeoutMs: timeoutMs / 4 }).catch(
    (e: ImportError) => e,
  );
  expect(error).toMatchObject({ code: 'import_too_slow' });
});

test('an aborted reading ends with the reason, also while it waits its turn', async () => {
  const controllers = Array.from({ length: 4 }, () => new AbortController());
  const readings = controllers.map(({ signal }, i) =>
    readStatistic(large, { linesPath: `${linesPath}${i}`, signal }).catch((reason: unknown) => reason),
  );
  controllers.forEach((controller, i) => void setTimeout(() => controller.abort(`reason ${i}`), 20));
  expect(await Promise.all(readings)).toEqual(['reason 0', 'reason 1', 'reason 2', 'reason 3']);
  expect(controllers.map((_, i) => existsSync(`${linesPath}${i}`))).toEqual([false, false, false, false]);
  const aborted = readStatistic(SMALL, { linesPath, signal: AbortSignal.abort('before') });
  await expect(aborted).rejects.toBe('before');
  expect((await readStatistic(SMALL, { linesPath })).imported).toBe(1);
});

test('many files at once are all read', async () => {
  const paths = Array.from({ length: 12 }, (_, i) => join(folder, `many-${i}.csv`));
  const reports = await Promise.all(
    paths.map((path, i) => readStatistic(i % 3 ? SMALL : large, { linesPath: path })),
  );
  expect(reports.map((r) => r.imported)).toEqual(paths.map((_, i) => (i % 3 ? 1 : 200_000)));
});

test('a path that cannot be written is no fault of the file', async () => {
  const reading = readStatistic(SMALL, { linesPath: join(folder, 'missing', 'lines.csv') });
  await expect(reading).rejects.toThrow('ENOENT');
});

test('a process that has read a file can end', async () => {
  const path = join(folder, 'small.xlsx');
  writeFileSync(path, SMALL);
  const module = fileURLToPath(
    new URL('../../../server/statistics/lines/read-statistic.ts', import.meta.url),
  );
  const script = join(folder, 'read.mjs');
  writeFileSync(
    script,
    `import { readFileSync } from 'node:fs';
    import { readStatistic } from ${JSON.stringify(module)};
    const report = await readStatistic(readFileSync(${JSON.stringify(path)}), { linesPath: ${JSON.stringify(linesPath)} });
    console.log(report.imported);`,
  );
  const run = promisify(execFile)(process.execPath, [script], { timeout: 20_000 });
  expect((await run).stdout.trim()).toBe('1');
}, 30_000);
