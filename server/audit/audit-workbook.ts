import type { AuditEntry } from '#shared/schemas/audit.ts';
import { type Language, translate } from '../platform/i18n/messages.ts';
import { columnsSheet } from '../workbooks/writing/columns-sheet.ts';
import type { Sheet, Workbook } from '../workbooks/writing/workbook.ts';
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
