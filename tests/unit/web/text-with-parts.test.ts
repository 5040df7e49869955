import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { textWithParts } from '../../../web/i18n/text-with-parts.ts';

const shown = (text: string) =>
  renderToStaticMarkup(
    textWithParts(text, [
      (words) => createElement('a', null, words),
      (words) => createElement('b', null, words),
    ]),
  );

test('each part is shown by its own, in the order of the language, and what stands around them as it is', () => {
  expect(shown('<0>3 Artikel</0> in <1>1 Gruppe</1>.')).toBe('<a>3 Artikel</a> in <b>1 Gruppe</b>.');
  expect(shown('In <1>1 group</1>: <0>3 articles</0>')).toBe('In <b>1 group</b>: <a>3 articles</a>');
  expect(shown('l’alternative <0>a & b</0><1>c</1> < 5')).toBe(
    'l’alternative <a>a &amp; b</a><b>c</b> &lt; 5',
  );
  expect(shown('no part at all')).toBe('no part at all');
});
