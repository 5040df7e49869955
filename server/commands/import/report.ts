import { closeSync, openSync, writeSync } from 'node:fs';
import { SKIP_REASONS } from '#shared/read-report.ts';
import type { ImportReport } from '#shared/schemas/import-report.ts';
import { translate } from '../../platform/i18n/messages.ts';
import { BYTE_ORDER_MARK, swissCsvLine } from '../../workbooks/csv.ts';

/** Outcome of a file; with --check it would be stored. */
export const outcomes = ['stored', 'would be stored', 'known already', 'refused'] as const;

export type Outcome = {
  line: number;
  file: string;
  outcome: (typeof outcomes)[number];
  statistic?: { id: number; link: string };
  report?: ImportReport;
  reason?: string;
};

const columns = [
  'line',
  'file',
  'outcome',
  'statistic',
  'link',
  'rows',
  'imported',
  'left out',
  'why left out',
  'unknown',
  'reason',
];

export type ReportFile = { add(outcome: Outcome): void; close(): void };

/** A CSV with a line per file, written as each file is done. @throws errors of the file system */
export function openReport(path: string): ReportFile {
  const file = openSync(path, 'w');
  writeSync(file, BYTE_ORDER_MARK + swissCsvLine(columns));
  return {
    add: (outcome) => void writeSync(file, swissCsvLine(cellsOf(outcome))),
    close: () => closeSync(file),
  };
}

function cellsOf({ line, file, outcome, statistic, report, reason }: Outcome): (string | number | null)[] {
  return [
    line,
    file,
    outcome,
    statistic?.id ?? null,
    statistic?.link ?? null,
    report?.rowsRead ?? null,
    report?.imported ?? null,
    report?.skipped.total ?? null,
    report ? reasonsOf(report) : null,
    report?.unmatched.total ?? null,
    reason ?? null,
  ];
}

/** Numbers of skipped rows by reason, in words. */
function reasonsOf({ skipped: { byReason } }: ImportReport): string {
  return SKIP_REASONS.filter((reason) => byReason[reason] > 0)
    .map((reason) => `${byReason[reason]}: ${translate('en', `import.reasons.${reason}`)}`)
    .join(' | ');
}
