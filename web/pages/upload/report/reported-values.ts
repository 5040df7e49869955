import type { ReportedValues } from '../../../api/import-report.ts';

/** The filled cells of a row on one line. */
export function valuesText(values: ReportedValues): string {
  return Object.values(values)
    .filter((value) => value !== null && value !== undefined && value !== '')
    .join(' · ');
}
