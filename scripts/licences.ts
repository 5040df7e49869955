import { readFile } from 'node:fs/promises';
import { takesNoOptions } from './no-options.ts';

/** Licences of which an installation asks no more than that their texts come along, which npm does. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'MIT-0',
  // By file: asks for the source of what was changed in it, and nothing is.
  'MPL-2.0',
  // Typefaces.
  'OFL-1.1',
  'Unlicense',
  'Zlib',
]);

/** What does not say so where npm reads it, with the licence in its files. */
const told: Record<string, string> = {
  'busboy@1.6.0': 'MIT',
  'png-js@2.0.0': 'MIT',
  'streamsearch@1.1.0': 'MIT',
};

type Locked = { version?: string; license?: string; dev?: boolean; link?: boolean };
export type Shipped = { name: string; version: string; licence: string | undefined };

/** What an installation without development has, on any platform, by name. */
export function shipped(lock: { packages: Record<string, Locked> }): Shipped[] {
  const found = new Map<string, Shipped>();
  for (const [path, { version = '', license, dev, link }] of Object.entries(lock.packages)) {
    const name = path.split('node_modules/').at(-1)!;
    if (path === '' || dev || link) continue;
    found.set(`${name}@${version}`, { name, version, licence: license ?? told[`${name}@${version}`] });
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Whether an SPDX expression can be met: of OR one of the licences, of AND all. */
export function isAllowed(licence: string | undefined): boolean {
  if (!licence) return false;
  const words = licence.match(/\(|\)|[^\s()]+/g) ?? [];
  let at = 0;
  const isMet = either();
  return isMet && at === words.length;

  function either(): boolean {
    let met = all();
    while (words[at] === 'OR') {
      at++;
      met = all() || met;
    }
    return met;
  }
  function all(): boolean {
    let met = one();
    while (words[at] === 'AND') {
      at++;
      met = one() && met;
    }
    return met;
  }
  function one(): boolean {
    const word = words[at++];
    if (word !== '(') return word !== undefined && allowed.has(word);
    const met = either();
    return words[at++] === ')' && met;
  }
}

if (import.meta.main) {
  takesNoOptions('npm run licences');
  const lock = await readFile(new URL('../package-lock.json', import.meta.url), 'utf8');
  const all = shipped(JSON.parse(lock));
  for (const { name, version, licence } of all) console.log(`${name} ${version}  ${licence ?? 'unknown'}`);
  const refused = all.filter(({ licence }) => !isAllowed(licence));
  for (const { name, version, licence } of refused)
    console.error(`${name} ${version}: ${licence ?? 'it does not say its licence'}, which is not allowed`);
  process.exitCode = refused.length > 0 ? 1 : 0;
}
