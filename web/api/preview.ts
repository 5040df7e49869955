import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { requestJson } from './client.ts';
import { download } from './download.ts';
import { ApiFailure } from './failure.ts';
import type { ColumnField, ImportReport } from './import-report.ts';
import { askAboutFile, type FilePart } from './sent-files.ts';

/** Which columns are to be taken for what; columns by letter. */
export interface ColumnChoice {
  sheet: string;
  /** Counted from 1; 0: no row has headings. */
  headingRow: number;
  columns: { field: ColumnField; column: string }[];
}

export interface EarlierStatistic {
  bezugsStatistikID: number;
  directLinkId: string;
  customerName: string | null;
  timeMonthFrom: number;
  timeYearFrom: number;
  timeMonthTo: number;
  timeYearTo: number;
  importDate: string;
}

/** Something to look at before saving. Packs per month of each period. */
export type Suspicion =
  | {
      kind: 'quantity';
      gtin: string | null;
      description: string | null;
      perMonth: number;
      earlierPerMonth: number;
    }
  | { kind: 'same_file' | 'overlapping_period'; statistic: EarlierStatistic };

/** What a file would become; nothing is stored. */
export interface FilePreview {
  sheet: string;
  sheets: string[];
  headingRow: number;
  headings: { column: string; heading: string }[];
  columns: { field: ColumnField; column: string; heading: string }[];
  /** An earlier choice for this customer and these headings was used. */
  remembered: boolean;
  /** The first rows below the heading, from column A on. */
  rows: string[][];
  report: ImportReport;
  suspicious: Suspicion[];
}

/** The first rows of a sheet of a file that could not be read as it is, with a guess at what stands where. */
export interface ShownSheet extends ColumnChoice {
  /** Values from column A on. */
  rows: { row: number; values: string[] }[];
}

/** What a refused dry run shows of the file, so that its columns can be named by hand; nothing when that can't help. */
export function shownSheets(error: unknown): ShownSheet[] | undefined {
  if (!(error instanceof ApiFailure) || !error.code.startsWith('import_')) return undefined;
  const sheets = Array.isArray(error.issues) ? (error.issues as ShownSheet[]) : [];
  return sheets.length > 0 ? sheets : undefined;
}

export interface PreviewRequest {
  file: File;
  customerExternalId: string;
  timeMonthFrom: number | null;
  timeYearFrom: number | null;
  timeMonthTo: number | null;
  timeYearTo: number | null;
  /** null: what the headings say, or what is remembered for the customer. */
  columns: ColumnChoice | null;
}

/** The dry run of a file. While its entries change, what was found before stays visible. */
export function previewQuery(request: PreviewRequest | null) {
  const { file, ...fields } = request ?? {};
  return queryOptions({
    queryKey: ['preview', file?.name, file?.size, file?.lastModified, fields],
    queryFn: ({ signal }) =>
      askAboutFile(
        request!.file,
        (part, signal) =>
          requestJson<FilePreview>('/statistics/preview', {
            method: 'POST',
            form: formOf(request!, part),
            signal,
          }),
        signal,
      ),
    enabled: request !== null,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
}

/** Saves an annotated workbook of the rows that would not be imported or matched. */
export function downloadProblems(request: PreviewRequest): Promise<void> {
  return askAboutFile(request.file, (part) =>
    download('/statistics/preview/problems', { method: 'POST', form: formOf(request, part) }),
  );
}

function formOf({ file: _, columns, ...fields }: PreviewRequest, part: FilePart): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null && value !== '') form.set(name, String(value));
  }
  if (columns) form.set('columns', JSON.stringify(columns));
  for (const [name, value] of Object.entries(part)) form.set(name, value);
  return form;
}
