import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptied, type LibraryFile, libraryFiles } from '../../../scripts/build/library-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-library-files-'));
  const library = join(folder, 'node_modules/library');
  await mkdir(join(library, 'deep'), { recursive: true });
  await writeFile(
    join(library, 'package.json'),
    '{ "name": "library", "type": "module", "main": "main.js" }',
  );
  await writeFile(join(library, 'main.js'), "export { large } from './deep/large.js';\n");
  await writeFile(
    join(library, 'deep/large.js'),
    "const inner = () => 'heavy content';\nexport function large() { return inner(); }\nexport { inner as other };\n",
  );
  await writeFile(join(folder, 'main.js'), "import { large } from 'library';\nconsole.log(large());\n");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function built(changes: LibraryFile[]): Promise<string> {
  const outDir = join(folder, 'out');
  await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    plugins: [libraryFiles(changes)],
    build: {
      outDir,
      rolldownOptions: { input: join(folder, 'main.js'), output: { entryFileNames: 'out.js' } },
    },
  });
  return readFile(join(outDir, 'out.js'), 'utf8');
}

test('a named file keeps its exports and loses what they do', async () => {
  expect(await built([])).toContain('heavy content');
  expect(await built([{ library: 'library', end: 'deep/large.js', change: emptied }])).not.toContain('heavy');
});

test('a build fails that does not have a named file any more', async () => {
  const gone = { library: 'library', end: 'deep/moved.js', change: emptied };
  await expect(built([gone])).rejects.toThrow('deep/moved.js of library');
  await expect(built([{ ...gone, library: 'other', end: 'deep/large.js' }])).rejects.toThrow('of other');
});
