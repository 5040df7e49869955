import type { CallListAnswer } from '../answers/portfolio-customers.ts';
import type { Language } from '../words/messages.ts';
import { callListLines, callListSheetColumns } from './call-list-lines.ts';
import { swissCsv } from './swiss-csv.ts';

/** The call list as CSV. */
export function callListCsv(list: CallListAnswer, language: Language): Uint8Array {
  return swissCsv([
    callListSheetColumns(language).map(({ heading }) => heading),
    ...callListLines(list, language),
  ]);
}
