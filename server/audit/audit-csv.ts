import type { AuditEntry } from '#shared/schemas/audit.ts';
import type { Language } from '../platform/i18n/messages.ts';
import { swissCsv } from '../workbooks/swiss-csv.ts';
import { auditColumns, auditLines } from './audit-lines.ts';

/** Administrative changes as CSV, one line per field that changed. */
export function auditCsv(entries: readonly AuditEntry[], language: Language): Uint8Array {
  return swissCsv([auditColumns(language).map(({ heading }) => heading), ...auditLines(entries, language)]);
}
