import { now } from '#analytics/clock.ts';
import type { CallListAnswer } from '../answers/portfolio-customers.ts';
import { type Language, translate } from '../words/messages.ts';
import { callListLines, callListSheetColumns } from './call-list-lines.ts';
import { columnsSheet } from './workbook/columns-sheet.ts';
import { type MakeOptions, makeWorkbook } from './workbook/make-workbook.ts';
import type { Sheet } from './workbook/workbook.ts';

/** The call list as .xlsx, by `author`; ends as makeWorkbook does when `signal` fires. */
export function callListWorkbook(
  list: CallListAnswer,
  language: Language,
  { author, ...options }: MakeOptions & { author: string },
): Promise<Uint8Array> {
  const sheet: Sheet = {
    name: translate(language, 'callList.sheet'),
    columns: callListSheetColumns(language),
    rows: [...callListLines(list, language)],
  };
  return makeWorkbook(
    {
      title: sheet.name,
      author,
      created: now().toISOString(),
      pageOf: translate(language, 'workbook.pageOf'),
      sheets: [sheet, columnsSheet(language, [sheet])],
    },
    options,
  );
}
