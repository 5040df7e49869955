import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './scripts/build/compressed.ts';
import { firstFrame } from './scripts/build/first-frame.ts';

const root = fileURLToPath(new URL('./', import.meta.url));
const sources = `${root}web/`;

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
 * What many pages share comes in one piece too, but for the columns of lists, which bring a library, and the field for a
 * day and the saving of versioned records, which the largest pages do without. Left to itself the bundler makes a file of whatever the same pages share.
 */
const commonGroup = {
  name: 'common',
  test: (id: string) =>
    id.startsWith(sources) &&
    !/(-(page|layout)\.tsx|\/list-columns\.ts|\/use-versioned-save\.ts)$|\/day-field\//.test(id),
  minShareCount: 8,
};

/** Where the dev server forwards what the server gives to. */
const apiUrl = process.env.API_URL ?? `http://127.0.0.1:${process.env.PORT ?? '3000'}`;

export default defineConfig({
  root: sources,
  resolve: {
    // Without it the product analysis passes the kilobytes of script that a page may take.
    alias: [{ find: /^\.\/iconLoader$/, replacement: `${root}scripts/build/icon-loader.ts` }],
  },
  plugins: [react(), firstFrame(`${sources}styles`), compressed()],
  build: {
    outDir: fileURLToPath(new URL('./dist/web', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    // The first that know light-dark(); for older ones it would be rewritten into what does not follow color-scheme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // The word lists of the password meter, which are loaded where a password is chosen.
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      output: { codeSplitting: { groups: [startGroup, commonGroup] } },
      // Packing takes most of the time, which the first start is not to be warned of.
      checks: { bundlerTimings: false },
    },
  },
  server: {
    host: '127.0.0.1',
    port: Number(process.env.WEB_PORT ?? '5173'),
    strictPort: true,
    // Not the client's own sources: they stand in a folder web/api.
    proxy: { '^/api/(?!.*\\.ts(\\?|$))': apiUrl, '^/(translations|Documents)/|^/template.xlsx$': apiUrl },
  },
});
