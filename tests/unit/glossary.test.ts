import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import glossary from '../../translations/glossary.json' with { type: 'json' };

test.each(Object.entries(glossary))('in %s a thing has one name', (language, terms) => {
  const texts = textsOf(language).map(({ place, text }) => ({
    place,
    text: text.replaceAll(/\{\{\w+\}\}/g, ''),
  }));
  const found = Object.entries(terms).flatMap(([term, others]) =>
    texts
      .filter(({ text }) => others.some((other) => new RegExp(other, 'iu').test(text)))
      .map(({ place, text }) => `${place} means ${term}: ${text}`),
  );
  expect(found).toEqual([]);
});

/** Every text of a language with its place. */
function textsOf(language: string): { place: string; text: string }[] {
  const folder = new URL(`../../translations/${language}/`, import.meta.url);
  return readdirSync(folder).flatMap((file) =>
    leavesOf(JSON.parse(readFileSync(new URL(file, folder), 'utf8')), `${language}/${file}`),
  );
}

function leavesOf(value: unknown, place: string): { place: string; text: string }[] {
  if (typeof value === 'string') return [{ place, text: value }];
  return Object.entries(value as object).flatMap(([key, each]) => leavesOf(each, `${place} ${key}`));
}
