import { readFile } from 'node:fs/promises';

export interface TestResult {
  name: string;
  seconds: number;
  outcome: 'passed' | 'failed' | 'skipped';
}

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    assertionResults: { fullName: string; status: string; duration?: number | null }[];
  }[];
}

interface PlaywrightSuite {
  title: string;
  suites?: PlaywrightSuite[];
  specs?: {
    title: string;
    tests: { status: 'expected' | 'unexpected' | 'flaky' | 'skipped'; results: { duration: number }[] }[];
  }[];
}

/** Tests of a JSON report of vitest or Playwright; none where a step writes no report. */
export async function readResults(path: string): Promise<TestResult[]> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  const { testResults = [], suites = [] } = JSON.parse(text) as Partial<VitestReport & PlaywrightSuite>;
  return [...ofVitest(testResults), ...suites.flatMap(ofPlaywright)];
}

/** A file that fails before or after its tests has failed though none of them has. */
function ofVitest(files: VitestReport['testResults']): TestResult[] {
  return files.flatMap(({ name: file, status: ofFile, assertionResults }) => {
    const own = assertionResults.map(
      ({ fullName, status, duration }): TestResult => ({
        name: fullName,
        seconds: (duration ?? 0) / 1000,
        outcome: status === 'passed' || status === 'failed' ? status : 'skipped',
      }),
    );
    const unexplained = ofFile === 'failed' && !own.some(({ outcome }) => outcome === 'failed');
    return unexplained ? [...own, { name: file, seconds: 0, outcome: 'failed' }] : own;
  });
}

/** A test that passes only the second time has failed. */
function ofPlaywright({ suites = [], specs = [] }: PlaywrightSuite): TestResult[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(
      ({ status, results }): TestResult => ({
        name: title,
        seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
        outcome: status === 'expected' ? 'passed' : status === 'skipped' ? 'skipped' : 'failed',
      }),
    ),
  );
  return [...own, ...suites.flatMap(ofPlaywright)];
}

/** The last line of a run, alone on its line: what continuous integration counts. */
export function closingLine(results: readonly TestResult[]): string {
  const count = (outcome: TestResult['outcome']) => results.filter((each) => each.outcome === outcome).length;
  const skipped = count('skipped');
  return `${count('passed')} passed, ${count('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** The tests that took longest, one per line, slowest first. */
export function slowest(results: readonly TestResult[], most: number): string {
  return results
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, most)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`)
    .join('\n');
}
