import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { long, patience } from './tests/support/rounds.ts';

/** Tests that npm run test:long alone asks. */
const exclude = long ? [] : ['**/*.long.test.ts'];

const postgres = './tests/support/test-postgres.ts';

/** Take longest though others are larger; one that began last would keep the machine waiting for it alone. */
const longest = [
  ...['recipes', 'alerts', 'sign-in-limits', 'settings', 'order-sending'],
  ...[
    'torture.long',
    'start.long',
    'silent-connection.long',
    'alert-mails.long',
    'wrong-clock.long',
    'full-disk.long',
  ],
  ...['explain', 'concurrency', 'proof/metamorphic', 'golden', 'proof/random-worlds', 'proof/feeding-market'],
  ...['hostile-sources', 'hostile-files', 'old-workbooks', 'determinism', 'contract', 'cli', 'assortment'],
].map((name) => `/${name}.test.ts`);

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isOther = ({ moduleId }: TestSpecification) => !longest.some((end) => moduleId.endsWith(end));
    const groupOf = ({ project }: TestSpecification) => project.config.sequence.groupOrder;
    return (await super.sort(files)).sort(
      (one, other) => groupOf(one) - groupOf(other) || Number(isOther(one)) - Number(isOther(other)),
    );
  }
}

export default defineConfig({
  test: {
    // Of two cores vitest would leave one idle, and many tests wait for other processes.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    // In the order of groupOrder: those that take different numbers of workers can't run beside each other.
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts'],
          exclude,
          testTimeout: 20_000 * patience,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'sql',
          include: ['tests/sql/**/*.test.ts'],
          exclude,
          testTimeout: 120_000 * patience,
          hookTimeout: 60_000,
          isolate: false,
          // Some wait for what is slow on purpose.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'office',
          include: ['tests/office/**/*.test.ts'],
          testTimeout: 120_000,
          // Each starts LibreOffice.
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
        },
      },
      {
        test: {
          name: 'engines',
          include: ['tests/engines/**/*.test.ts', 'tests/operation/**/*.test.ts'],
          globalSetup: [postgres, './tests/support/test-portal.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // How soon something is there is for the benchmark to say: a busy machine takes its time.
          expect: { poll: { timeout: 30_000 } },
          maxWorkers: 1,
          sequence: { groupOrder: 5 },
        },
      },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          exclude,
          globalSetup: postgres,
          // Loading the server anew for every file takes a fifth of the time; files share nothing but its code.
          isolate: false,
          // One after the other in a process, they leave much behind: looking for it early takes a fifteenth of the time.
          execArgv: ['--initial-old-space-size=1024'],
          // They wait for PostgreSQL and for servers of their own, and share its connections.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 3 },
          testTimeout: 240_000 * patience,
          hookTimeout: 60_000,
          // How soon something happens is for the benchmark to say: a busy machine takes longer than a second.
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
});
