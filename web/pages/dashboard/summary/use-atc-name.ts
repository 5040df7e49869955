import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Names an ATC level-1 group in a language, the user's if none is given; an unknown letter stands for itself. */
export function useAtcName(language?: 'de'): (letter: string) => string {
  const { i18n } = useTranslation();
  const spoken = language ?? i18n.language;
  return useCallback(
    (letter) => {
      const name: unknown = i18n.getResource(spoken, 'atc', letter);
      return typeof name === 'string' ? name : letter;
    },
    [i18n, spoken],
  );
}
