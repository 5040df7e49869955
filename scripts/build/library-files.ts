import type { Plugin } from 'vite';

export type LibraryFile = { library: string; end: string; change: (code: string) => string };

/**
 * Changes files of libraries, each named by its package and the end of its path. A build in which one of them does not
 * occur fails: it has gone or moved.
 */
export function libraryFiles(changes: readonly LibraryFile[]): Plugin {
  const missed = new Set(changes);
  return {
    name: 'library-files',
    enforce: 'pre',
    transform(code, id) {
      const path = id.replaceAll('\\', '/');
      const file = changes.find(
        ({ library, end }) => path.includes(`/node_modules/${library}/`) && path.endsWith(`/${end}`),
      );
      if (!file) return null;
      missed.delete(file);
      return file.change(code);
    },
    generateBundle() {
      if (missed.size === 0) return;
      const names = [...missed].map(({ library, end }) => `${end} of ${library}`);
      this.error(`The build is to change files that do not occur in it: ${names.join(', ')}.`);
    },
  };
}

/** The same exports without content. */
export function emptied(code: string): string {
  const declared = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
  const listed = [...code.matchAll(/^export \{(.*)\};$/gm)].flatMap(([, names = '']) => names.split(','));
  const locals = new Set([...declared, ...listed.map((name) => name.trim().split(' ')[0])]);
  const functions = [...locals].map((name) => `const ${name} = () => {};`);
  return [
    ...functions,
    `export { ${[...declared, ...listed].join(', ')} };`,
    'export default () => {};',
  ].join('\n');
}
