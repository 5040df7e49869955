import type { Language } from '#shared/languages.ts';
import type { ImportReport } from '#shared/schemas/import-report.ts';
import { translate } from './messages.ts';

/** What the user should know of an import, one sentence each, in `language`. */
export function warningsOf(report: ImportReport, language: Language): string[] {
  const counts: Record<string, number> = {
    unmatched: report.unmatched.total,
    skipped: report.skipped.total,
    left_out: report.leftOut.total,
    ambiguous_pharmacodes: report.ambiguousPharmacodes.length,
    hidden_rows: report.hiddenRows.total,
    duplicate: report.duplicateOf.length,
  };
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => translate(language, `warnings.${name}`, { count }));
}
