import type { Language } from '#shared/languages.ts';
import { translate } from '../../platform/i18n/messages.ts';
import type { Sheet } from './workbook.ts';

/** The sheet that explains the columns of the others that say what they mean. */
export function columnsSheet(language: Language, sheets: readonly Sheet[]): Sheet {
  const word = (key: string) => translate(language, `workbook.columns.${key}`);
  return {
    name: word('sheet'),
    columns: [
      { heading: word('ofSheet'), kind: 'text' },
      { heading: word('column'), kind: 'text' },
      { heading: word('meaning'), kind: 'text', wide: true },
    ],
    rows: sheets.flatMap(({ name, columns }) =>
      columns.flatMap(({ heading, meaning }) => (meaning ? [[name, heading, meaning]] : [])),
    ),
  };
}
