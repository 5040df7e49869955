import { type Language, translate } from '../../platform/i18n/messages.ts';
import { chf, swissDate } from '../../platform/i18n/swiss.ts';
import type { RowSample } from './difference.ts';

type Field = RowSample['fields'][number];

/** What has changed in a row, a sentence for each field, as the trade says it: names, units, and percent of a price. */
export function changesInWords(fields: readonly Field[], language: Language): string[] {
  const texts = fields.map(({ name, before, after }) => {
    const field = known(language, `templateFiles.field.${name}`) ?? known(language, `merged.field.${name}`);
    // A file that was checked by an earlier version of the portal may have fields that have no words.
    if (field === undefined) return translate(language, 'templateFiles.difference.other');
    const was = valueInWords(name, before, language);
    const is = valueInWords(name, after, language);
    if (!isPrice(name)) return `${field} ${was} → ${is}`;
    // The unit once: of the first price that is stated.
    const prices = before === '' ? `${was} → CHF ${is}` : `CHF ${was} → ${is}`;
    return `${field} ${prices}${percentOf(before, after)}`;
  });
  return [...new Set(texts)];
}

function valueInWords(name: string, value: string, language: Language): string {
  const word = (key: string) => translate(language, `templateFiles.value.${key}`);
  if (value === '') return word('nothing');
  if (isPrice(name)) {
    return pricesIn(value)
      .map(({ amount, from }) => {
        if (from === '') return chf(amount);
        return translate(language, 'templateFiles.value.from', { value: chf(amount), date: swissDate(from) });
      })
      .join('; ');
  }
  if (name === 'costShare') return `${value} %`;
  if (name === 'active') return word(value === 'true' ? 'active' : 'inactive');
  const worded =
    known(language, `templateFiles.value.${name}.${value}`) ??
    (name === 'origin' || value === 'true' || value === 'false'
      ? known(language, `merged.value.${value}`)
      : undefined);
  return worded ?? swissDate(value);
}

/** Of the price that counts last; nothing where there is none before, or none after, or the same. */
function percentOf(before: string, after: string): string {
  const [was, is] = [pricesIn(before).at(-1)?.amount, pricesIn(after).at(-1)?.amount];
  if (!was || is === undefined || was === is) return '';
  const percent = ((is - was) / was) * 100;
  return `, ${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(1)} %`;
}

function isPrice(name: string): boolean {
  return name === 'exFactoryPrice' || name === 'publicPrice';
}

/** Of a list of prices as `flat` in difference.ts writes it: "162.73", or "162.73 2026-01-01, 179.00 2026-12-01". */
function pricesIn(value: string): { amount: number; from: string }[] {
  return value
    .split(', ')
    .filter(Boolean)
    .map((price) => {
      const [amount, from = ''] = price.split(' ');
      return { amount: Number(amount), from };
    });
}

/** A text that there is: i18next gives the key of one that there is not. */
function known(language: Language, key: string): string | undefined {
  const text = translate(language, key);
  return text === key || typeof text !== 'string' ? undefined : text;
}
