import i18next from 'i18next';
import { expect, test } from 'vitest';
import { foundRows } from '../../../web/components/tables/find-rows.ts';

test('rows are found by what they are called in the language of the page, after it has changed too', async () => {
  const names: Record<string, string[]> = { de: ['Nervensystem', 'Haut'], fr: ['Système nerveux', 'Peau'] };
  const answer = {};
  const find = (text: string) =>
    foundRows(answer, 2, { text, textsOf: (row) => [names[i18next.language]![row]] });
  await i18next.init({ lng: 'de', resources: {} });
  expect(find('haut')).toEqual([1]);
  await i18next.changeLanguage('fr');
  expect(find('systeme')).toEqual([0]);
  expect(find('haut')).toEqual([]);
});
