import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const WORD_LIST = /\/node_modules\/@zxcvbn-ts\/language-/;

/**
 * Leaves a .br beside every script and style sheet: smaller than what can be packed while somebody waits for it. Packing
 * the password meter's word lists as small as they get would take most of the build's time.
 */
export function compressed(): Plugin {
  const compress = promisify(brotliCompress);
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.values(bundle).filter(({ fileName }) => /\.(js|css)$/.test(fileName));
      await Promise.all(
        files.map(async (file) => {
          const isWordList = file.type === 'chunk' && file.moduleIds.some((id) => WORD_LIST.test(id));
          const quality = isWordList ? 5 : constants.BROTLI_MAX_QUALITY;
          const path = join(dir, file.fileName);
          const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
          await writeFile(`${path}.br`, await compress(await readFile(path), { params }));
        }),
      );
    },
  };
}
