import { queryOptions } from '@tanstack/react-query';
import type {
  ImportReport,
  MatchedReport,
  ReadTexts,
  ReportedArticle,
} from '#shared/schemas/import-report.ts';
import type {
  ColumnChoice,
  ColumnField,
  FilePreview,
  ShownSheet,
  Suspicion,
  TextChoice,
} from '#shared/schemas/preview.ts';
import { ApiFailure, requestJson } from './client.ts';
import { download } from './download.ts';
import { keepWhileSame } from './query-client.ts';

export type {
  ColumnChoice,
  ColumnField,
  FilePreview,
  ImportReport,
  MatchedReport,
  ReadTexts,
  ReportedArticle,
  ShownSheet,
  Suspicion,
  TextChoice,
};

/** The sheets in a refused dry run, for choosing columns by hand; undefined where that does not help. */
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
  /** null: by the headings, or as remembered for the customer. */
  columns: ColumnChoice | null;
  /** Text format; null: detected. */
  text: TextChoice | null;
}

/** The dry run of a file. Earlier results for the same file stay visible while the entries change. */
export function previewQuery(request: PreviewRequest | null) {
  const { file, ...fields } = request ?? {};
  const ofFile = ['preview', file?.name, file?.size, file?.lastModified];
  const queryKey = [...ofFile, fields];
  return queryOptions({
    queryKey,
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
    placeholderData: keepWhileSame(queryKey, ofFile.length),
    gcTime: 60_000,
  });
}

/** Downloads an annotated workbook of rows that would be skipped or unmatched. */
export function downloadProblems(request: PreviewRequest): Promise<void> {
  return askAboutFile(request.file, (part) =>
    download('/statistics/preview/problems', { method: 'POST', form: formOf(request, part) }),
  );
}

function formOf({ file: _, columns, text, ...fields }: PreviewRequest, part: FilePart): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null && value !== '') form.set(name, String(value));
  }
  if (columns) form.set('columns', JSON.stringify(columns));
  if (text) form.set('text', JSON.stringify(text));
  for (const [name, value] of Object.entries(part)) form.set(name, value);
  return form;
}

/** The file itself, or its hash where the server has it. */
type FilePart = { file: File } | { fileSha256: string };

/** SHA-256, in hexadecimal, of files that the server has. */
const sent = new WeakMap<File, string>();
let sending: { file: File; arrived: Promise<void>; stop: () => void } | undefined;

/**
 * Requests something about a file, which is sent once: concurrent questions wait for the upload, then name the file by
 * its hash. It is sent again where the server has dropped it. The upload is aborted only for another file, not by
 * `signal`, which aborts the question.
 */
async function askAboutFile<Answer>(
  file: File,
  ask: (part: FilePart, signal?: AbortSignal) => Promise<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  // crypto.subtle exists only with TLS or on localhost.
  if (!crypto.subtle) return ask({ file }, signal);
  while (sending?.file === file) await sending.arrived;
  signal?.throwIfAborted();
  const fileSha256 = sent.get(file);
  if (!fileSha256) return send(file, ask);
  try {
    return await ask({ fileSha256 }, signal);
  } catch (error) {
    if (!(error instanceof ApiFailure && error.code === 'file_unknown')) throw error;
    sent.delete(file);
    return askAboutFile(file, ask, signal);
  }
}

function send<Answer>(
  file: File,
  ask: (part: FilePart, signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  sending?.stop();
  const controller = new AbortController();
  const answer = ask({ file }, controller.signal);
  const arrived = Promise.all([hashOf(file), answer.catch(requireRead)])
    .then(([hash]) => void sent.set(file, hash))
    .catch(() => void sent.delete(file))
    .finally(() => {
      if (sending?.arrived === arrived) sending = undefined;
    });
  sending = { file, arrived, stop: () => controller.abort() };
  return answer;
}

/** The server keeps the file also where it is no valid statistic. */
function requireRead(error: unknown): void {
  if (!(error instanceof ApiFailure && error.status === 422)) throw error;
}

async function hashOf(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** In the order of the form. */
export const columnFields = [
  'gtin',
  'pharmacode',
  'quantity',
  'description',
  'manufacturer',
  'exFactoryPrice',
  'publicPrice',
] as const satisfies ColumnField[];
