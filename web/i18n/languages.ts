import { isLanguage, type Language } from '#shared/languages.ts';
import { sharedStorage } from '../api/browser-storage.ts';

const storageKey = 'language';

/** The language to start with: the `lang` query parameter, then the user's own choice, then the browser's. */
export function initialLanguage(search: string, preferred: readonly string[]): Language {
  const candidates = [new URLSearchParams(search).get('lang'), sharedStorage.read(storageKey), ...preferred];
  for (const candidate of candidates) {
    const language = candidate?.slice(0, 2).toLowerCase();
    if (isLanguage(language)) return language;
  }
  return 'de';
}

export function rememberLanguage(language: Language): void {
  sharedStorage.write(storageKey, language);
}
