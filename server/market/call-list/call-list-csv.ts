import type { CallListAnswer } from '#shared/schemas/portfolio-customers.ts';
import type { Language } from '../../platform/i18n/messages.ts';
import { swissCsv } from '../../workbooks/swiss-csv.ts';
import { callListLines, callListSheetColumns } from './call-list-lines.ts';

/** The call list as CSV. */
export function callListCsv(list: CallListAnswer, language: Language): Uint8Array {
  return swissCsv([
    callListSheetColumns(language).map(({ heading }) => heading),
    ...callListLines(list, language),
  ]);
}
