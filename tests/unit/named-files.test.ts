import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (name: string) => readFileSync(join(root, name), 'utf8');

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'bench/README.md',
];

test.each(documents)('what %s links to exists', (document) => {
  const links = [...read(document).matchAll(/\]\((?!https:)([^)#]+)/g)].map(([, link]) => link!);
  expect(links.filter((link) => !existsSync(join(root, dirname(document), link)))).toEqual([]);
});

test.each(documents)('what %s tells npm to run can be run', (document) => {
  const { scripts } = JSON.parse(read('package.json'));
  const named = [...read(document).matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name!);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('ARCHITECTURE.md names every room, and only files and folders that exist', () => {
  const text = read('ARCHITECTURE.md');
  const paths = [...text.matchAll(/(?<![\w/…-])[a-z][\w-]*\/[\w./-]*/g)].map(([path]) => path);
  const inTheirRoom = ['web/components', 'tests', 'migrations'].map((room) => join(root, room));
  const rooms = ['server', 'sql'].flatMap((of) =>
    readdirSync(join(root, of), { withFileTypes: true })
      .filter((each) => each.isDirectory())
      .map(({ name }) => `${of}/${name}/`),
  );
  expect(rooms.filter((room) => !paths.includes(room))).toEqual([]);
  const missing = paths.filter(
    (path) => ![root, ...inTheirRoom].some((room) => existsSync(join(room, path))),
  );
  expect(missing).toEqual([]);
});
