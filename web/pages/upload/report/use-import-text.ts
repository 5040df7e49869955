import { useTranslation } from 'react-i18next';

type Parameters = Record<string, string | number | undefined>;

/** The text of a reason or notice that the importer names by code; a code without a text stands for itself. */
export function useImportText(): (
  group: 'reasons' | 'notices',
  code: string,
  parameters?: Parameters,
) => string {
  const { i18n } = useTranslation();
  // Codes come from the server, so the compiler cannot check these keys.
  const translate = i18n.t as unknown as (key: string, options: Parameters) => string;
  return (group, code, parameters = {}) =>
    translate(`import:${group}.${code}`, { ...parameters, defaultValue: code });
}
