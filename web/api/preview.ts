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
  /** How texts are to be read; null: as it is recognised. */
  text: TextChoice | null;
}

/** The dry run of a file. While the entries change, what was found of the same file stays visible. */
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

/** Saves an annotated workbook of the rows that would not be imported or matched. */
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

/** How a question names its file: the file itself, or what the server knows it by. */
type FilePart = { file: File } | { fileSha256: string };

/** Files that the server has, with their SHA-256 in hexadecimal. */
const sent = new WeakMap<File, string>();
let sending: { file: File; arrived: Promise<void>; stop: () => void } | undefined;

/**
 * Asks something about a file, which is sent once however often the question changes: what comes while it is on its
 * way waits for it, and then names it by its hash. It is sent again where the server has forgotten it. Only another
 * file stops it on its way, not `signal`, which is for the questions.
 */
async function askAboutFile<Answer>(
  file: File,
  ask: (part: FilePart, signal?: AbortSignal) => Promise<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  // Browsers have it only behind TLS or on the machine itself.
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

/** The server has taken the file also where it could not make a statistic of it. */
function requireRead(error: unknown): void {
  if (!(error instanceof ApiFailure && error.status === 422)) throw error;
}

async function hashOf(file: File): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** In the order in which they are chosen. */
export const columnFields = [
  'gtin',
  'pharmacode',
  'quantity',
  'description',
  'manufacturer',
  'exFactoryPrice',
  'publicPrice',
] as const satisfies ColumnField[];
