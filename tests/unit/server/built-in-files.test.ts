import { afterEach, expect, test, vi } from 'vitest';
import { NoPlaceError } from '#analytics/semaphore.ts';
import { buildTemplate, builtInFiles } from '#server/reference-data/template-files/built-in.ts';

afterEach(() => vi.useRealTimers());

test('a template that no thread was free for in time is made when it is asked for anew, and once', async () => {
  const files = builtInFiles(undefined);
  const ask = () => files.read({ key: 'upload-template', content: 'upload-template' }, 'de');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  // There are two threads; whoever waits for one gives up after a minute, which passes before these are done.
  const others = [buildTemplate(), buildTemplate()];
  const asked = [ask(), ask()];
  vi.advanceTimersByTime(60_000);
  for (const each of asked) await expect(each).rejects.toThrow(NoPlaceError);
  vi.useRealTimers();
  const made = await ask();
  expect((await ask()).bytes).toBe(made.bytes);
  expect(await Promise.all(others)).toEqual([made.bytes, made.bytes]);
});
