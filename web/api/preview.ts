import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ColumnChoice, FilePreview, ShownSheet, Suspicion } from '#shared/schemas/preview.ts';
import { requestJson } from './client.ts';
import { download } from './download.ts';
import { ApiFailure } from './failure.ts';
import { askAboutFile, type FilePart } from './sent-files.ts';

export type { ColumnChoice, FilePreview, ShownSheet, Suspicion };

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
