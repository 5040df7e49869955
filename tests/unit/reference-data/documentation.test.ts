import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mergedColumns, precedence } from '#server/reference-data/merging/precedence.ts';

const documentation = readFileSync(new URL('../../../docs/reference-data.md', import.meta.url), 'utf8');

test('the precedence of every column is documented as it is', () => {
  const section = documentation.split('\n## Merged products\n')[1]!.split('\n## ')[0]!;
  const rows = [...section.matchAll(/^\| `(\w+)` +\| (.+?) +\| (.+?) +\|$/gm)].map(([, ...cells]) => cells);
  const expected = mergedColumns.map((column) => {
    const { from, kept, newer } = precedence[column];
    const named = from.map((key) => `\`${key}\``);
    const ranked = newer
      ? [named[0]!, `the newer of ${named.slice(1).join(' and ')}`].join(', ')
      : named.join(', ');
    return [column, ranked, whenKept(kept)];
  });
  expect(rows).toEqual(expected);
});

function whenKept(kept: (typeof precedence)['sl']['kept']): string {
  if (kept === 'always') return 'always';
  if (kept === 'onList') return 'while on the Spezialitätenliste';
  return kept.map((key) => (key === 'bag' ? 'without either BAG file' : `without \`${key}\``)).join(' or ');
}
