import type { CallListAnswer } from '../answers/portfolio-customers.ts';
import type { Language } from '../words/messages.ts';
import { callListLines, callListSheetColumns } from './call-list-lines.ts';

/**
 * The call list as CSV that spreadsheets open by a double click in Switzerland: semicolons, UTF-8 with a byte order mark. Dates
 * DD.MM.YYYY; a text that they would take for a formula begins with an apostrophe.
 */
export function callListCsv(list: CallListAnswer, language: Language): Uint8Array {
  const lines = [callListSheetColumns(language).map(({ heading }) => heading), ...callListLines(list)];
  return Buffer.from(`\ufeff${lines.map((cells) => `${cells.map(written).join(';')}\r\n`).join('')}`);
}

function written(cell: string | number | null): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(cell) ?? [];
  if (day !== undefined) return `${day}.${month}.${year}`;
  const text = /^[\s\p{Cc}]*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/u.test(cell) ? `'${cell}` : cell;
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
