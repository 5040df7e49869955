import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const server = fileURLToPath(new URL('../../server/', import.meta.url));

/** Rooms of the server, from the top down: each imports those in the rows below its own, and none beside it. */
const order = [
  ['main.ts'],
  ['commands', 'demo'],
  ['start'],
  ['audit', 'customers', 'operation'],
  ['backup', 'market'],
  ['reference-data'],
  ['orders'],
  ['statistics'],
  ['accounts'],
  ['http'],
  ['mail', 'workbooks'],
  ['platform'],
  ['config.ts'],
];

const specifier = /(?:from|import|import\(|declare module|new URL\()\s*'(\.[^']+)'/g;

const roomOf = (path: string) => path.split('/')[0]!;
const rowOf = (room: string) => order.findIndex((row) => row.includes(room));

test('rooms of the server import only what stands below them', async () => {
  const wrong: string[] = [];
  for await (const file of glob('**/*.{ts,tsx}', { cwd: server })) {
    const text = await readFile(server + file, 'utf8');
    for (const [, imported] of text.matchAll(specifier)) {
      const to = join(dirname(file), imported!);
      const [room, other] = [roomOf(file), roomOf(to)];
      expect(rowOf(room), `${room} has no row`).toBeGreaterThanOrEqual(0);
      if (other === room || to.startsWith('..')) continue;
      if (rowOf(other) <= rowOf(room)) wrong.push(`server/${file} imports server/${to}`);
    }
  }
  expect(wrong).toEqual([]);
});
