import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** What is built, of which files. */
const parts = { 'frame.css': ['tokens.css', 'frame.css'], 'frame.js': ['frame.js'] };

/**
 * Lets the browser paint the page's frame, which stands in index.html, before the application is there: its few styles
 * come with the colours in a file of their own (the content security policy allows none in the page), and the style sheet
 * of everything else, on which painting would wait, after the frame. Scripts run only once that is there.
 */
export function firstFrame(directory: string): Plugin {
  return {
    name: 'first-frame',
    apply: 'build',
    async buildStart() {
      for (const [name, files] of Object.entries(parts)) {
        const texts = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')));
        this.emitFile({ type: 'asset', name, source: texts.join('') });
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const [css, js] = Object.keys(parts).map((name) => {
          const found = Object.values(bundle).find(
            (file) => file.type === 'asset' && file.names.includes(name),
          );
          if (!found) throw new Error(`${name} is not among what is built.`);
          return `/${found.fileName}`;
        });
        const sheets = /\s*<link rel="stylesheet"[^>]*>/g;
        const later = html.match(sheets) ?? [];
        return html
          .replace(sheets, '')
          .replace(
            /(<meta charset="utf-8" \/>)/,
            `$1\n    <link rel="stylesheet" href="${css}" />\n    <script src="${js}"></script>`,
          )
          .replace('</body>', `${later.join('')}\n  </body>`);
      },
    },
  };
}
