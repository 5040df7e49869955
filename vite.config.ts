import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { compressed } from './scripts/build/compressed.ts';
import { firstFrame } from './scripts/build/first-frame.ts';
import { emptied, type LibraryFile, libraryFiles } from './scripts/build/library-files.ts';
import { sharedCode } from './scripts/build/shared-code.ts';

/**
 * What every page needs comes in one piece: many small ones pack worse, and each is a request of its own. The entry,
 * which waits for texts, stays out: a page's code is not to wait with it.
 */
const startGroup = {
  name: 'start',
  tags: ['$initial' as const],
  test: (id: string) => !id.endsWith('/web/main.tsx'),
};

/**
 * What libraries bring to every page and no page of ours uses, in files whose exports stay without content: zod's way
 * to JSON schemas, which hangs on every schema, and its English texts; the router's measuring and its links for pages
 * that a server renders.
 */
const unused = [
  { library: 'zod', end: 'v4/core/to-json-schema.js' },
  { library: 'zod', end: 'v4/core/json-schema-processors.js' },
  { library: 'zod', end: 'v4/locales/en.js' },
  { library: 'react-router', end: 'lib/router/instrumentation.js' },
  { library: 'react-router', end: 'lib/dom/ssr/links.js' },
];

const changed: LibraryFile[] = [
  ...unused.map((file) => ({ ...file, change: emptied })),
  {
    // Keeps zod from trying whether text can be turned into code: the content security policy refuses and reports that.
    library: 'zod',
    end: 'v4/core/core.js',
    change: (code) => `${code}\nconfig({ jitless: true });\n`,
  },
];

/** Where the dev server forwards what the server gives to. */
const apiUrl = process.env.API_URL ?? `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

const styles = fileURLToPath(new URL('./web/styles', import.meta.url));

export default defineConfig({
  root: fileURLToPath(new URL('./web', import.meta.url)),
  plugins: [react(), staticIconsOnly(), libraryFiles(changed), firstFrame(styles), compressed()],
  build: {
    outDir: fileURLToPath(new URL('./dist/web', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The word lists of the password meter, which are loaded where a password is chosen.
    chunkSizeWarningLimit: 1500,
    rolldownOptions: { output: { codeSplitting: { groups: [startGroup, sharedCode()] } } },
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
