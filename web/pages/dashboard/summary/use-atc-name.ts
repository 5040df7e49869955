import { useTranslation } from 'react-i18next';

/** Names an ATC level-1 group in the user's language; an unknown letter stands for itself. */
export function useAtcName(): (letter: string) => string {
  const { i18n } = useTranslation();
  return (letter) => {
    const name: unknown = i18n.getResource(i18n.language, 'atc', letter);
    return typeof name === 'string' ? name : letter;
  };
}
