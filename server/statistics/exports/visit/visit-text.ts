import { type Language, translate } from '../../../platform/i18n/messages.ts';

/** A text of the workbook for visits. */
export function visitText(language: Language, key: string): string {
  return translate(language, `visit.${key}`);
}

/** The heading of a column by its field. */
export function visitHeading(language: Language, field: string): string {
  return visitText(language, `column.${field}`);
}
