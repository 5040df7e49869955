import i18next, { type FormatterModule, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { isLanguage, type Language } from '#shared/languages.ts';
import { sharedStorage } from '../api/browser-storage.ts';
import bootMessages from './boot-messages.json' with { type: 'json' };
import { formatCount } from './formats.ts';

const storageKey = 'language';

/** Languages loaded or being loaded. */
const loaded = new Map<Language, Promise<void>>();

/** Counts are formatted as in tables; other numbers are formatted by the caller. */
const countFormatter: FormatterModule = {
  type: 'formatter',
  init() {},
  add() {},
  addCached() {},
  format: (value, _format, _language, options) =>
    options?.interpolationkey === 'count' && typeof value === 'number' ? formatCount(value) : value,
};

export async function startTranslations(language: Language): Promise<i18n> {
  await i18next
    .use(initReactI18next)
    .use(countFormatter)
    .init({
      lng: language,
      fallbackLng: false,
      resources: bootMessages,
      defaultNS: 'portal',
      interpolation: { escapeValue: false, alwaysFormat: true },
      react: { useSuspense: false, bindI18nStore: 'added' },
    });
  i18next.on('languageChanged', (changed) => {
    document.documentElement.lang = changed;
  });
  document.documentElement.lang = language;
  return i18next;
}

/** Fetches a language's texts once. Rejects when the server does not answer. */
export function loadLanguage(language: Language): Promise<void> {
  const known = loaded.get(language);
  if (known) return known;
  const texts = fetchTexts(language).catch((error: unknown) => {
    loaded.delete(language);
    throw error;
  });
  loaded.set(language, texts);
  return texts;
}

async function fetchTexts(language: Language): Promise<void> {
  const response = await fetch(`/translations/${language}.json`);
  if (!response.ok) throw new Error(`translations ${language}: ${response.status}`);
  const namespaces = (await response.json()) as Record<string, Record<string, unknown>>;
  for (const [namespace, messages] of Object.entries(namespaces)) {
    i18next.addResourceBundle(language, namespace, messages);
  }
}

/** The last requested language. */
let chosen: Language | undefined;

/**
 * Loads the language before switching, so that no partly translated screen is shown. False where another one was
 * requested meanwhile.
 */
export async function switchLanguage(language: Language): Promise<boolean> {
  chosen = language;
  await loadLanguage(language).catch((error: unknown) => {
    if (chosen === language) throw error;
  });
  if (chosen !== language) return false;
  rememberLanguage(language);
  await i18next.changeLanguage(language);
  return true;
}

export function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : 'de';
}

/** The initial language: the `lang` query parameter, then the user's choice, then the browser's. */
export function initialLanguage(search: string, preferred: readonly string[]): Language {
  const candidates = [new URLSearchParams(search).get('lang'), sharedStorage.read(storageKey), ...preferred];
  for (const candidate of candidates) {
    const language = candidate?.slice(0, 2).toLowerCase();
    if (isLanguage(language)) return language;
  }
  return 'de';
}

function rememberLanguage(language: Language): void {
  sharedStorage.write(storageKey, language);
}
