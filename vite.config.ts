import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * What every page needs comes in one piece: many small ones pack worse, and each is a request of its own. The entry,
 * which waits for texts, stays out: a page's code is not to wait with it.
 */
const startGroup = {
  name: 'start',
  tags: ['$initial' as const],
  test: (id: string) => !id.endsWith('/web/main.tsx'),
};

/** Where the dev server forwards what the server gives to. */
const apiUrl = process.env.API_URL ?? `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

export default defineConfig({
  root: fileURLToPath(new URL('./web', import.meta.url)),
  plugins: [react(), staticIconsOnly(), withoutEval(), withoutUnused(), compressed()],
  build: {
    outDir: fileURLToPath(new URL('./dist/web', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The word lists of the password meter, which are loaded where a password is chosen.
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { output: { codeSplitting: { groups: [startGroup] } } },
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.WEB_PORT ?? '5173'),
    strictPort: true,
    // Not the client's own sources: they stand in a folder web/api.
    proxy: { '^/api/(?!.*\\.ts(\\?|$))': apiUrl, '^/(translations|Documents)/|^/template.xlsx$': apiUrl },
  },
});

/**
 * Blueprint can load any of its 600 icons by name at run time, which costs 1,200 chunks and a list of all names in
 * the first script. We import the few we use as components, so that loader is replaced by one that has none.
 */
function staticIconsOnly(): Plugin {
  const emptyLoader = '\0no-icon-loader';
  return {
    name: 'static-icons-only',
    enforce: 'pre',
    resolveId: (source, importer) =>
      source.endsWith('/iconLoader') && importer?.includes('@blueprintjs/icons') ? emptyLoader : null,
    load: (id) =>
      id === emptyLoader
        ? 'export class Icons { static getPaths() {} static async load() {} static setLoaderOptions() {} }'
        : null,
  };
}

/** Keeps zod from trying whether text can be turned into code: the content security policy refuses and reports that. */
function withoutEval(): Plugin {
  return {
    name: 'without-eval',
    transform: (code, id) =>
      id.endsWith('/zod/v4/core/core.js') ? `${code}\nconfig({ jitless: true });\n` : null,
  };
}

/**
 * What libraries bring to every page and no page of ours uses, in files whose exports stay without content: zod's way
 * to JSON schemas, which hangs on every schema, and its English texts; the router's measuring and its links for pages
 * that a server renders.
 */
const unused =
  /\/zod\/v4\/(core\/(to-json-schema|json-schema-processors)|locales\/en)\.js$|\/react-router\/.*\/(router\/instrumentation|dom\/ssr\/links)\.js$/;

function withoutUnused(): Plugin {
  return {
    name: 'without-unused',
    enforce: 'pre',
    transform(code, id) {
      if (!unused.test(id)) return null;
      const declared = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
      const listed = [...code.matchAll(/^export \{(.*)\};$/gm)].flatMap(([, names = '']) => names.split(','));
      const locals = new Set([...declared, ...listed.map((name) => name.trim().split(' ')[0])]);
      const functions = [...locals].map((name) => `const ${name} = () => {};`);
      return [
        ...functions,
        `export { ${[...declared, ...listed].join(', ')} };`,
        'export default () => {};',
      ].join('\n');
    },
  };
}

/** Only word lists are larger; packing them as small as they get would take most of the build's time. */
const WORD_LIST_BYTES = 600_000;

/** Leaves a .br beside every script and style sheet: smaller than what can be packed while somebody waits for it. */
function compressed(): Plugin {
  const compress = promisify(brotliCompress);
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const assets = join(dir, 'assets');
      const names = (await readdir(assets)).filter((name) => /\.(js|css)$/.test(name));
      await Promise.all(
        names.map(async (name) => {
          const content = await readFile(join(assets, name));
          const quality = content.byteLength > WORD_LIST_BYTES ? 5 : constants.BROTLI_MAX_QUALITY;
          const packed = await compress(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
          await writeFile(join(assets, `${name}.br`), packed);
        }),
      );
    },
  };
}
