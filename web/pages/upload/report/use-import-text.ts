import { useTranslation } from 'react-i18next';

/** The text of a reason or notice that the importer names by code; a code without a text stands for itself. */
export function useImportText(): (group: 'reasons' | 'notices', code: string) => string {
  const { i18n } = useTranslation();
  return (group, code) => {
    const text: unknown = i18n.getResource(i18n.language, 'import', `${group}.${code}`);
    return typeof text === 'string' ? text : code;
  };
}
