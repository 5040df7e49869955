import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Other names of what is a Lieferausfall, a rupture de stock, an interruzione di fornitura, a stock-out, or of the Stockout Analyser. */
const banned: Record<string, RegExp> = {
  de: /engp[aä]ss(?!radar)|\bAusf[aä]ll(e|en|s|es)?\b|stockout(?! Analyser)|stock-out/i,
  fr: /pénurie|carence|analyse des ruptures|stockout(?! Analyser)|stock-out/i,
  it: /carenz|mancanz|mancata fornitura|mancate forniture|rottur|analisi delle interruzioni|stockout(?! Analyser)|stock-out/i,
  en: /(?<!drug)shortage|bottleneck|stock-out analy[sz]er|stockout(?! Analyser)/i,
};

test.each(Object.entries(banned))(
  'in %s a stock-out has one name, and so has the page about them',
  (language, others) => {
    const found = textsOf(language).filter(({ text }) => others.test(text.replaceAll(/\{\{\w+\}\}/g, '')));
    expect(found).toEqual([]);
  },
);

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
