import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** File, what it imports, and whether it may. */
const imports: [file: string, imported: string, allowed: boolean][] = [
  ['analytics/explain/a.ts', '#server/platform/database/query.ts', false],
  ['analytics/compare/a.ts', '../../server/platform/database/query.ts', false],
  ['analytics/engine.ts', 'koa', false],
  ['analytics/engine.ts', '#fixtures/people.ts', false],
  ['analytics/explain/b.ts', '../views/atc.ts', true],
  ['analytics/views/a.ts', '../engine.ts', false],
  ['analytics/views/a.ts', './atc.ts', true],
  ['shared/a.ts', '#server/platform/errors.ts', false],
  ['shared/schemas/a.ts', 'koa', false],
  ['shared/schemas/a.ts', '../limits.ts', true],
  ['server/orders/a.ts', '#fixtures/people.ts', false],
  ['server/orders/a.ts', '../../web/page.ts', false],
  ['server/orders/a.ts', '#tests/support/portal.ts', false],
  ['server/orders/a.ts', '#analytics/engine.ts', true],
  ['server/demo/demo-data.ts', '#fixtures/people.ts', true],
  ['server/demo/demo-data.ts', '../web/page.ts', false],
  ['web/api/a.ts', '#analytics/engine.ts', false],
  ['web/api/a.ts', '#analytics/explain/a.ts', false],
  ['web/api/a.ts', '#analytics/compare/a.ts', false],
  ['web/api/a.ts', '../../analytics/engine.ts', false],
  ['web/api/a.ts', '#server/platform/errors.ts', false],
  ['web/api/a.ts', '#analytics/views/atc.ts', true],
  ['web/api/a.ts', '#shared/limits.ts', true],
  ['web/components/a.tsx', '../pages/login/login-page.tsx', false],
  ['web/components/shell/a.tsx', '../../pages/login/login-page.tsx', false],
  ['web/components/a.tsx', '../page-list.ts', true],
  ['web/components/a.tsx', '../routes.tsx', false],
  ['web/components/a.tsx', '#server/platform/errors.ts', false],
  ['web/components/navigation/link.tsx', '../pages/login/login-page.tsx', false],
  ['web/pages/a/a-page.tsx', '../../routes.tsx', false],
  ['web/pages/a/a-page.tsx', '../../prefetch-pages.ts', false],
  ['web/pages/a/a-page.tsx', '../../page-list.ts', true],
  ['web/pages/a/a-page.tsx', '#analytics/engine.ts', false],
];
const circles = {
  'two files': {
    'server/x.ts': "import { y } from './y.ts';\nexport const x = () => y;\n",
    'server/y.ts': "import { x } from './x.ts';\nexport const y = () => x;\n",
  },
  'types and the imports of package.json': {
    'server/t.ts': "import type { U } from '#server/u.ts';\nexport type T = U[];\n",
    'server/u.ts': "import type { T } from './t.ts';\nexport type U = T | null;\n",
  },
  'what is loaded later': {
    'web/l.ts': "export const later = () => import('./m.ts');\n",
    'web/m.ts': "import { later } from './l.ts';\nexport const m = later;\n",
  },
};

const router = { 'web/pages/plain.tsx': "import { Link } from 'react-router';\nexport const L = Link;\n" };

const answers = {
  'web/api/schema.ts':
    "import { statistic } from '#shared/schemas/statistic.ts';\nexport const s = statistic;\n",
  'web/api/type.ts':
    "import type { Statistic } from '#shared/schemas/statistic.ts';\nexport type S = Statistic[];\n",
};

const storages = {
  'web/pages/kept.ts': [
    "localStorage.setItem('a', 'b');",
    "window.sessionStorage.setItem('a', 'b');",
    "globalThis.indexedDB.open('a');",
    "document.cookie = 'a=b';",
  ].join('\n'),
  'web/api/browser-storage.ts': 'export const storages = [localStorage, sessionStorage];\n',
};

let report: string;

/** Lints files that break the rules, with the rules as they stand. */
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'import-rules-'));
  for (const name of ['biome.json', 'package.json', '.gitignore', 'web/styles/tokens.grit'])
    await cp(root + name, join(folder, name));
  const written = Object.groupBy(imports, ([file]) => file);
  const files = Object.entries(written).map(([file, all]) => [file, all!.map(lineOf).join('')] as const);
  for (const [name, text] of [
    ...files,
    ...[...Object.values(circles), router, answers, storages].flatMap(Object.entries<string>),
  ]) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  report = await lint(folder);
  await rm(folder, { recursive: true });
});

test.each(imports)('%s imports %s: allowed is %s', (file, imported, allowed) => {
  const line = imports.filter((each) => each[0] === file).findIndex((each) => each[1] === imported) + 1;
  expect(report.includes(`${file}:${line}:8 lint/style/noRestrictedImports`)).toBe(!allowed);
});

test.each(Object.entries(circles))('a circle is caught: %s', (_, files) => {
  for (const name of Object.keys(files)) {
    expect(report).toMatch(new RegExp(`${name}:\\d+:\\d+ lint/suspicious/noImportCycles`));
  }
});

test('a page links with what goes along to every page, not with the router alone', () => {
  expect(report).toMatch(/web\/pages\/plain\.tsx:1:\d+ lint\/style\/noRestrictedImports/);
});

test('of answers the client imports the types and no schema', () => {
  expect(report).toMatch(/web\/api\/schema\.ts:1:\d+ lint\/style\/noRestrictedImports/);
  expect(report).not.toContain('web/api/type.ts:');
});

test('what the browser keeps is touched in one place', () => {
  for (const line of [1, 2, 3]) {
    expect(report).toMatch(new RegExp(`web/pages/kept\\.ts:${line}:\\d+ lint/style/noRestrictedGlobals`));
  }
  expect(report).toMatch(/web\/pages\/kept\.ts:4:\d+ lint\/suspicious\/noDocumentCookie/);
  expect(report).not.toContain('web/api/browser-storage.ts:');
});

function lineOf([, imported]: (typeof imports)[number]): string {
  return `import '${imported}';\n`;
}

/** What the linter says; it ends with 1, because there is much to say. */
function lint(folder: string): Promise<string> {
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  const options = ['lint', '--max-diagnostics=none', '--colors=off', folder];
  return new Promise((resolve) =>
    execFile(
      process.execPath,
      [biome, ...options],
      { cwd: folder, maxBuffer: 1e8 },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    ),
  );
}
