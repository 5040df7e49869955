import { getPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { threads, type WorkOptions } from '#server/platform/threads.ts';

type Request = 'bytes' | 'stand back' | 'forever' | 'memory' | 'error';

const open = (keepsOne: boolean, file = '../support/thread-work.ts') =>
  threads<Request, Uint8Array, number | string>(new URL(file, import.meta.url), {
    most: 1,
    keepsOne,
    resourceLimits: { maxOldGenerationSizeMb: 50 },
    tooLarge: () => new Error('Too large'),
  });

test.each([true, false])(
  'what a work says is heard before it is done; a thread is kept: %s',
  async (keepsOne) => {
    const { run } = open(keepsOne);
    const heard: (number | string)[] = [];
    const options: WorkOptions<number | string> = { hear: (message) => heard.push(message) };
    for (let each = 0; each < 5; each++)
      expect(await run('bytes', options)).toEqual(new Uint8Array(1000).fill(7));
    expect(heard).toEqual(Array.from({ length: 5 }, (_, each) => [keepsOne ? each : 0, 'bytes']).flat());
  },
);

test.runIf(process.platform === 'linux')(
  'a thread that stands back lets the processor to all others, itself alone',
  async () => {
    const { run } = open(false);
    const before = getPriority();
    const heard: (number | string)[] = [];
    await run('stand back', { hear: (message) => heard.push(message) });
    expect(heard).toContain('niceness 5');
    expect(getPriority()).toBe(before);
  },
);

test('a work ends with its own error, for want of memory, in time or when nobody waits, and the next one is done', async () => {
  const { run } = open(true);
  const gone = new AbortController();
  setTimeout(() => gone.abort('gone'), 200);
  await expect(run('error')).rejects.toThrow('Of the work');
  await expect(run('memory')).rejects.toThrow('Too large');
  const limit = { milliseconds: 100, tooSlow: () => new Error('Too slow') };
  await expect(run('forever', { limit })).rejects.toThrow('Too slow');
  await expect(run('forever', { signal: gone.signal })).rejects.toBe('gone');
  expect(await run('bytes', { limit: { ...limit, milliseconds: 20_000 } })).toHaveLength(1000);
});

test('a work that is given up at any moment of a thread’s start ends, and the next one is done', async () => {
  const { run } = open(false);
  for (let milliseconds = 0; milliseconds < 100; milliseconds += 4) {
    const given = run('forever', { limit: { milliseconds, tooSlow: () => new Error('Too slow') } });
    await expect(given, `after ${milliseconds} ms`).rejects.toThrow('Too slow');
  }
  expect(await run('bytes')).toHaveLength(1000);
});

test('what a work was given and who heard it are let go once it is done', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const { run } = open(true);
  const done = async () => {
    const hearer = { heard: 0 };
    const limit = { milliseconds: 20_000, tooSlow: () => new Error(`Too slow for ${hearer.heard}`) };
    await run('bytes', { limit, hear: () => hearer.heard++ });
    return new WeakRef<object>(hearer);
  };
  const hearers: WeakRef<object>[] = [];
  for (let each = 0; each < 5; each++) hearers.push(await done());
  // What was done last is still at hand.
  await expect
    .poll(() => {
      collectGarbage();
      return hearers.slice(0, -1).filter((hearer) => hearer.deref());
    })
    .toEqual([]);
});

test('a thread that can’t be started fails its work', async () => {
  await expect(open(false, '../support/not-there.ts').run('bytes')).rejects.toThrow('not-there');
});
