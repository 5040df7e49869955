import { now } from '#analytics/clock.ts';
import type { CallListAnswer } from '#shared/schemas/portfolio-customers.ts';
import { type Language, translate } from '../../platform/i18n/messages.ts';
import { columnsSheet } from '../../workbooks/writing/columns-sheet.ts';
import { type MakeOptions, makeWorkbook } from '../../workbooks/writing/make-workbook.ts';
import type { Sheet } from '../../workbooks/writing/workbook.ts';
import { callListLines, callListSheetColumns } from './call-list-lines.ts';

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
