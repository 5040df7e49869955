import { expect, test } from 'vitest';
import { atc } from '#analytics/views/atc.ts';
import { views } from '#analytics/views/index.ts';
import { product } from '#analytics/views/product.ts';
import { translate } from '#server/platform/i18n/messages.ts';
import { languages } from '#shared/languages.ts';
import { filterOffer } from '../../../web/pages/dashboard/filter/filter-offer.ts';
import {
  atcTypeTerms,
  choiceTerms,
  fileTerms,
  markTerms,
  optionTerms,
} from '../../../web/pages/dashboard/help/glossary-terms.ts';
import { badgeKinds } from '../../../web/pages/dashboard/products/badges.ts';
import { stockoutBadgeKinds } from '../../../web/pages/market/stockout-badges.ts';

const offers = views.map(({ parameters }) => filterOffer(parameters as Parameters<typeof filterOffer>[0]));

test('the glossary has every mark of a row', () => {
  for (const kind of [...badgeKinds, ...stockoutBadgeKinds]) expect(markTerms).toContain(kind);
});

test('the glossary has every option and every list that a view can be filtered by', () => {
  const options = new Set(offers.flatMap((offer) => offer.options.map(({ value }) => value)));
  expect(options.size).toBe(12);
  for (const option of options) expect(optionTerms).toContain(option);
  for (const group of new Set(offers.flatMap(({ groups }) => groups))) expect(choiceTerms).toContain(group);
  const types = atcTypeTerms.filter((type) => atc.parameters.safeParse({ type }).success);
  expect(types).toEqual(atcTypeTerms);
  expect(atc.parameters.safeParse({ type: 'another' }).success).toBe(false);
});

test('each of them is explained in every language, by the name that pages have for it', () => {
  const installation = { provider: 'Provider AG', rate: 40, days: 14, count: 2 };
  const named: [name: string, text: string][] = [
    ...badgeKinds.map((kind): [string, string] => [`products.badge.${kind}.title`, `help.marks.${kind}`]),
    ...Object.entries(fileTerms).map(([term, name]): [string, string] => [
      name.replace(':', '.'),
      `help.files.${term}`,
    ]),
    ['market.deliverable', 'help.marks.deliverable'],
    ['market.duration.sources', 'help.marks.sources'],
    ...optionTerms.map((option): [string, string] => [`filters.option.${option}`, `help.options.${option}`]),
    ...atcTypeTerms.map((type): [string, string] => [`lists.atc.types.${type}`, `help.atcTypes.${type}`]),
    ...choiceTerms.map((group): [string, string] => [
      `groups.${group}.filter`,
      `help.choices.${group === 'focusGroup' ? group : 'grouping'}`,
    ]),
  ];
  for (const language of languages) {
    for (const keys of named) {
      for (const key of keys) {
        const said = translate(language, key, installation);
        expect.soft(said, `${language} ${key}`).not.toMatch(/^[\w.]+\.\w+$|\{\{/);
      }
      expect.soft(translate(language, keys[1], installation), `${language} ${keys[1]}`).toMatch(/\w \w.*\.$/);
    }
    // None is another’s text.
    const texts = new Set(named.map(([, text]) => text));
    expect(new Set([...texts].map((text) => translate(language, text, installation))).size).toBe(texts.size);
  }
});

test('the articles behind a figure are said in words, whichever options left them', () => {
  const words = { provider: 'Provider AG', rate: 40 };
  const { options } = filterOffer(product.parameters);
  for (const language of languages) {
    for (const { group, value } of options) {
      const key = `explain.conditions.${group}.${value}`;
      expect.soft(translate(language, key, words), `${language} ${key}`).not.toBe(key);
    }
  }
});
