import i18next from 'i18next';

/** A label and its value in one text, with the colon as the language writes it. */
export function labelled(label: string, value: string): string {
  return i18next.t('portal:labelled', { label, value });
}
