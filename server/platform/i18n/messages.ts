import { readdirSync, readFileSync } from 'node:fs';
import i18next, { type Resource } from 'i18next';
import { type Language, languages } from '#shared/languages.ts';

const directory = new URL('../../../translations/', import.meta.url);

/** All texts by language: the files of translations/{language}/ by their stems. */
export const translations: Record<Language, Record<string, unknown>> = Object.fromEntries(
  languages.map((language) => [language, readLanguage(language)]),
) as never;

/** Numbers that are identifiers, written without grouping. */
const namesOf = new Set(['row', 'line', 'index', 'id', 'order', 'version', 'revision', 'status']);
const numbers = new Intl.NumberFormat('de-CH', { maximumFractionDigits: 20 });

const instance = i18next.createInstance().use({
  type: 'formatter',
  init() {},
  format: (value: unknown, _format: unknown, _language: unknown, options: { interpolationkey?: string }) =>
    typeof value === 'number' && !namesOf.has(options.interpolationkey ?? '')
      ? numbers.format(value)
      : (value as string),
});

await instance.init({
  fallbackLng: 'en',
  interpolation: { escapeValue: false, alwaysFormat: true },
  resources: Object.fromEntries(
    languages.map((language) => [language, { translation: translations[language] }]),
  ) as Resource,
});

/**
 * The text of `key` (file stem first, e.g. `errors.not_found`) in `language`; counts among `params` as 12'345.
 *
 * @throws {Error} where there is none, so that no key ends in a workbook
 */
export function translate(
  language: Language,
  key: string,
  params: Record<string, string | number> = {},
): string {
  const text: unknown = instance.t(key, { lng: language, ...params });
  if (text === key || typeof text !== 'string') throw new Error(`No text of the key ${key}`);
  return text;
}

/** The text of `key`, where there is one. */
export function translateKnown(language: Language, key: string): string | undefined {
  return instance.exists(key, { lng: language }) ? translate(language, key) : undefined;
}

/** The best of our languages for an Accept-Language header; German by default. */
export function preferredLanguage(accepts: (languages: string[]) => string | false): Language {
  return (accepts([...languages]) || 'de') as Language;
}

function readLanguage(language: Language): Record<string, unknown> {
  const folder = new URL(`${language}/`, directory);
  const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
  return Object.fromEntries(
    files.map((file) => [
      file.slice(0, -'.json'.length),
      JSON.parse(readFileSync(new URL(file, folder), 'utf8')),
    ]),
  );
}
