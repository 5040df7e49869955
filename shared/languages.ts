/** Languages of the portal. */
export const languages = ['de', 'en', 'fr', 'it'] as const;
export type Language = (typeof languages)[number];

export function isLanguage(value: string | undefined): value is Language {
  return languages.includes(value as Language);
}
