import { languages } from '../../../platform/i18n/messages.ts';
import { visitTables } from './layout.ts';
import { visitHeading } from './visit-text.ts';

/** By table, the field of each heading in small letters, in whichever of our languages a template has it. */
export const visitHeadings: Readonly<Record<string, Readonly<Record<string, string>>>> = Object.fromEntries(
  visitTables.map(({ table, columns }) => [
    table,
    Object.fromEntries(
      columns.flatMap(({ field }) =>
        languages.map((language) => [visitHeading(language, field).toLowerCase(), field] as const),
      ),
    ),
  ]),
);
