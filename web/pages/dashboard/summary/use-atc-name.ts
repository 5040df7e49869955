import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Names an ATC level-1 group in the user's language; an unknown letter stands for itself. */
export function useAtcName(): (letter: string) => string {
  const { i18n } = useTranslation();
  const { language } = i18n;
  return useCallback(
    (letter) => {
      const name: unknown = i18n.getResource(language, 'atc', letter);
      return typeof name === 'string' ? name : letter;
    },
    [i18n, language],
  );
}
