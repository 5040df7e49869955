import { expect, test } from 'vitest';
import { runCommand } from '../support/run-command.ts';

test('tests of several projects run in one command, as npm run test:long does', async () => {
  const { code, stdout, stderr } = await runCommand(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      'tests/unit/no-options.test.ts',
      'tests/sql/concurrency.test.ts',
      'tests/api/order-mails.test.ts',
      '--testNamePattern=no test has this name',
    ],
    { NO_COLOR: '1' },
  );
  expect(stdout + stderr).toMatch(/Test Files +3 skipped \(3\)/);
  expect(code).toBe(0);
}, 60_000);
