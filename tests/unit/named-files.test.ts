import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { pages } from '../../web/page-list.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (name: string) => readFileSync(join(root, name), 'utf8');

const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'bench/README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** A heading as GitHub makes an anchor of it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

test.each(documents)('what %s links to exists', (document) => {
  const links = [...read(document).matchAll(/\]\((?!\w+:)([\w./-]*)(?:#([\w-]+))?\)/g)];
  const isThere = (name: string, anchor?: string) => {
    const path = join(root, name === '' ? document : join(dirname(document), name));
    if (anchor === undefined || !existsSync(path)) return existsSync(path);
    const headings = readFileSync(path, 'utf8').matchAll(/^#+ (.*)$/gm);
    return [...headings].some(([, heading]) => anchorOf(heading!) === anchor);
  };
  expect(links.filter(([, name, anchor]) => !isThere(name!, anchor)).map(([link]) => link)).toEqual([]);
});

test.each(documents)('what %s tells npm to run can be run', (document) => {
  const { scripts } = JSON.parse(read('package.json'));
  const named = [...read(document).matchAll(/npm run (\w+(?::\w+)*)/g)].map(([, name]) => name!);
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

test('decision records that sources name exist', () => {
  const named = ['analytics', 'server', 'shared', 'sql', 'tests', 'web'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(tsx?|sql)$/.test(path))
      .flatMap((path) => read(join(folder, path)).match(/docs\/decisions\/[\w-]+\.md/g) ?? []),
  );
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('every page of administrators has a section of docs/administration.md that names its address', () => {
  const [, ...sections] = read('docs/administration.md').split(/^## /m);
  const paths = pages.filter(({ audience }) => audience === 'admin').map(({ path }) => path);
  const missing = paths.filter(
    (path) => !sections.some((section) => new RegExp(`[(\`]${path}[);\`]`).test(section)),
  );
  expect(missing).toEqual([]);
});
