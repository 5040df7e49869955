import i18next from 'i18next';
import type { ColumnChoice, ColumnField, FilePreview, ShownSheet, TextChoice } from '../../../api/preview.ts';
import { formatCount } from '../../../i18n/formats.ts';

/** What a preview was read with, as a choice to change. */
export function choiceOf({ sheet, headingRow, columns }: FilePreview): ColumnChoice {
  return { sheet, headingRow, columns: columns.map(({ field, column }) => ({ field, column })) };
}

/** How texts were read, as a choice; null where there is none. */
export function textChoiceOf({ report: { text } }: FilePreview): TextChoice | null {
  if (!text) return null;
  const { decimal, ...format } = text;
  return decimal ? { ...format, decimal } : format;
}

/** What is guessed of the sheet of which most is known. */
export function bestGuess(sheets: readonly ShownSheet[]): ColumnChoice {
  const [best] = sheets.toSorted((a, b) => b.columns.length - a.columns.length);
  return guessOf(best!);
}

export function guessOf({ sheet, headingRow, columns }: ShownSheet): ColumnChoice {
  return { sheet, headingRow, columns };
}

/** Takes a column for a field, '' for none. What the column was taken for before is given up. */
export function withColumn(choice: ColumnChoice, field: ColumnField, column: string): ColumnChoice {
  const others = choice.columns.filter((each) => each.field !== field && each.column !== column);
  return { ...choice, columns: column ? [...others, { field, column }] : others };
}

/** Adds what a column holds to the quantities. */
export function withAdded(choice: ColumnChoice, column: string): ColumnChoice {
  const others = choice.columns.filter((each) => each.column !== column);
  return { ...choice, columns: [...others, { field: 'quantity', column }] };
}

/** Leaves a column out of the quantities that are added up. */
export function withoutColumn(choice: ColumnChoice, column: string): ColumnChoice {
  return { ...choice, columns: choice.columns.filter((each) => each.column !== column) };
}

const MOST_NAMED = 3;

/** What columns that are added up are called: of many the first and the last. */
export function addedUp(names: readonly string[]): string {
  if (names.length <= MOST_NAMED) return names.join(' + ');
  return i18next.t('preview:columns.addedUp', {
    number: formatCount(names.length),
    first: names[0],
    last: names.at(-1),
  });
}

/** A choice can be read when it has a quantity and something that names the article. */
export function isComplete({ columns }: ColumnChoice): boolean {
  const fields = columns.map(({ field }) => field);
  return fields.includes('quantity') && (fields.includes('gtin') || fields.includes('pharmacode'));
}
