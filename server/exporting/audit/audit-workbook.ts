import type { AuditEntry } from '../../answers/audit.ts';
import { type Language, translate } from '../../words/messages.ts';
import { columnsSheet } from '../workbook/columns-sheet.ts';
import type { Sheet, Workbook } from '../workbook/workbook.ts';
import { auditColumns, auditLines } from './audit-lines.ts';

/** Administrative changes as a workbook, one row per field that changed. */
export function auditWorkbook(
  entries: readonly AuditEntry[],
  language: Language,
  { author, made }: { author: string; made: Date },
): Workbook {
  const sheet: Sheet = {
    name: translate(language, 'audit.title'),
    columns: auditColumns(language),
    rows: [...auditLines(entries, language)],
  };
  return {
    title: sheet.name,
    author,
    created: made.toISOString(),
    pageOf: translate(language, 'workbook.pageOf'),
    sheets: [sheet, columnsSheet(language, [sheet])],
  };
}
