import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { takesNoOptions } from '../../../scripts/no-options.ts';
import type { Golden } from './digest.ts';
import { goldenFiles, readGolden } from './files.ts';
import { recomputeGolden, withDefaults } from './recompute-golden.ts';

takesNoOptions('npm run golden');

// npm run golden, when the demo world has changed or a file or a question was added.
for (const golden of await recomputeGolden(await goldenFiles())) {
  if (golden.answers.every(({ answer }) => answer.rowCount === 0))
    throw new Error(`${golden.file} has no row in any answer: the demo world lacks what it asks for.`);
  const known = await readGolden(golden.file).catch(() => undefined);
  // A parameter that the file got since then changes nothing while it has its default.
  if (known && isDeepStrictEqual(withDefaults(known), golden)) continue;
  const path = new URL(golden.file.replace(/\.sql$/, '.json'), import.meta.url);
  await mkdir(dirname(path.pathname), { recursive: true });
  await writeFile(path, inLines(golden));
}

/** One answer per line and row: what changed is seen in a diff. */
function inLines({ answers, ...head }: Golden): string {
  const lines = answers.map((answer) => `    ${JSON.stringify(answer)}`);
  return `${JSON.stringify(head).slice(0, -1)},\n  "answers": [\n${lines.join(',\n')}\n  ]\n}\n`;
}
