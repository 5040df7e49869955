import i18next, { type FormatterModule, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import bootMessages from './boot-messages.json' with { type: 'json' };
import { formatCount } from './formats.ts';
import { isLanguage, type Language, rememberLanguage } from './languages.ts';

/** A language counts as loaded once it holds more messages than the few built in for the first moment. */
const builtInMessages = 7;

/** Counts stand in texts as they do in tables; other numbers are written by who gives them. */
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

/** Fetches a language's messages unless they are there already. Throws when the server does not give them. */
export async function loadLanguage(language: Language): Promise<void> {
  if (countMessages(i18next.getDataByLanguage(language)) > builtInMessages) return;
  const response = await fetch(`/translations/${language}.json`);
  if (!response.ok) throw new Error(`translations ${language}: ${response.status}`);
  const namespaces = (await response.json()) as Record<string, Record<string, unknown>>;
  for (const [namespace, messages] of Object.entries(namespaces)) {
    i18next.addResourceBundle(language, namespace, messages);
  }
}

/** Loads the language first, so that no half-translated screen is ever shown. */
export async function switchLanguage(language: Language): Promise<void> {
  await loadLanguage(language);
  rememberLanguage(language);
  await i18next.changeLanguage(language);
}

export function currentLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : 'de';
}

export function countMessages(messages: unknown): number {
  if (typeof messages === 'string') return 1;
  if (typeof messages !== 'object' || messages === null) return 0;
  return Object.values(messages).reduce((sum: number, value) => sum + countMessages(value), 0);
}
