import { expect, test } from 'vitest';
import { product } from '#analytics/views/product.ts';
import { translate } from '#server/platform/i18n/messages.ts';
import { analysisColumns, columnOptions } from '#server/statistics/exports/analysis-columns.ts';
import { languages } from '#shared/languages.ts';
import { columnOptions as optionsOfPage } from '../../../web/pages/dashboard/products/column-options.ts';
import { shownColumns } from '../../../web/pages/dashboard/products/table-columns.ts';

const words = { provider: 'Provider', rate: 40 };

test('the file has the options of the page', () => {
  expect(columnOptions).toEqual(optionsOfPage);
});

test.each(languages)(
  'with any options it has the columns of the page, in its order and by its names: %s',
  (language) => {
    for (let chosen = 0; chosen < 2 ** columnOptions.length; chosen++) {
      const options = columnOptions.filter((_, place) => chosen & (1 << place));
      const { columns, read } = analysisColumns(language, words, { options, barcode: null });
      const page = shownColumns(options);
      expect(read.filter((what) => typeof what === 'string')).toEqual(page.map(({ field }) => field));
      expect(columns.slice(0, page.length).map(({ heading }) => heading)).toEqual(
        page.map(({ heading }) => translate(language, `products.${heading}`)),
      );
    }
  },
);

test('everything it reads is a column of the view, and every text is there in every language', () => {
  const known = Object.keys(product.row.shape);
  for (const language of languages) {
    const { columns, read } = analysisColumns(language, words, { options: null, barcode: 'article' });
    const named = read.flatMap((what) => {
      if (typeof what === 'string') return [what];
      if ('days' in what) return [what.days, what.areWeeks];
      return what.flatMap(({ column, unless }) => [column, ...(unless ? [unless] : [])]);
    });
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
    const texts = columns.flatMap(({ heading, meaning, words: all }) => [
      heading,
      meaning,
      ...Object.values(all ?? {}),
    ]);
    expect(texts.filter((text) => /^(workbook|products|explain)\./.test(text ?? ''))).toEqual([]);
    expect(new Set(columns.map(({ heading }) => heading)).size).toBe(columns.length);
  }
});

test.each([
  ['article', 'gtin', 'pharmacode1', 'productName'],
  ['alternative', 'alternativeGTIN', 'pharmacode2', 'alternativeProductName'],
] as const)(
  'the barcode of the %s stands behind its name, and its Pharmacode where there is none',
  (barcode, gtin, instead, name) => {
    for (const options of [null, [], ['public' as const]]) {
      const { columns, read } = analysisColumns('de', words, { options, barcode });
      const place = columns.findIndex(({ kind }) => kind === 'barcode');
      expect(read[place]).toBe(gtin);
      expect(read[place - 1]).toBe(name);
      expect(read[columns[place]!.instead!]).toBe(instead);
    }
  },
);
