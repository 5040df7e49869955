import { readFileSync } from 'node:fs';
import { languages } from '#shared/languages.ts';

/** Parameters of sql/load/catalogue.sql: the names of all ATC groups (level 1) by language. */
export function atcNameParameters() {
  const names = languages.flatMap((language) => {
    const file = new URL(`../translations/${language}/atc.json`, import.meta.url);
    const groups = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
    return Object.entries(groups).map(([code, name]) => ({ language, code, name }));
  });
  return {
    atcLanguages: names.map(({ language }) => language),
    atcCodes: names.map(({ code }) => code),
    atcNames: names.map(({ name }) => name),
  };
}
