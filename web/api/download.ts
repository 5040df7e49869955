import { jsonLines } from '#shared/json-lines.ts';
import type { MadeFileLine } from '#shared/schemas/made-file.ts';
import { ApiFailure, type RequestOptions, request } from './client.ts';

/** Fetches a file of the API and hands it to the browser to save. Throws ApiFailure. */
export async function download(path: string, options: RequestOptions = {}): Promise<void> {
  const response = await unlessChanged(() => request(path, { ...options, accept: '*/*' }));
  const name = fileNameOf(response.headers.get('content-disposition') ?? '');
  saveFile(await response.blob(), name);
}

/** Hands a file to the browser to save under this name. */
function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = Object.assign(document.createElement('a'), { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser has taken the bytes over once it has begun to save them.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** The name in a content-disposition header, the one in UTF-8 first; '' without any. */
export function fileNameOf(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) return decodeURIComponent(encoded);
  const plain = /filename="((?:[^"\\]|\\.)*)"|filename=([^;]+)/i.exec(disposition);
  return (plain?.[1]?.replace(/\\(.)/g, '$1') ?? plain?.[2] ?? '').trim();
}

/** Rows written and rows in all. */
export interface MakingProgress {
  rows: number;
  totalRows: number;
}

type MadeFile = Extract<MadeFileLine, { file: unknown }>['file'];

interface MadeFileOptions {
  query?: URLSearchParams;
  onProgress: (progress: MakingProgress) => void;
  /** Ends the making, on the server too. */
  signal: AbortSignal;
}

/**
 * Fetches a file that the server makes for it, and hands it to the browser to save. Rejects with ApiFailure, also when the
 * connection ends before the file; with the signal's reason when it fires.
 */
export async function downloadMade(path: string, options: MadeFileOptions): Promise<void> {
  const made = await unlessChanged(() => fileMade(path, options));
  saveFile(blobOf(made), made.name);
}

async function fileMade(path: string, { query, onProgress, signal }: MadeFileOptions): Promise<MadeFile> {
  const options = { accept: 'application/x-ndjson', signal, ...(query ? { query } : {}) };
  const response = await request(path, options);
  let made: MadeFile | undefined;
  const read = jsonLines<MadeFileLine>((said) => {
    if ('progress' in said) onProgress(said.progress);
    if ('error' in said) throw new ApiFailure(response.status, said.error);
    if ('file' in said) made = said.file;
  });
  try {
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read())
      read(value!);
    read('\n');
  } catch (error) {
    if (error instanceof ApiFailure || signal.aborted) throw error;
  }
  if (!made) throw new ApiFailure(0, {});
  return made;
}

/** Asks again for a file of figures that were changed while they were looked for, as queries do. */
async function unlessChanged<T>(ask: () => Promise<T>, failures = 0): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (failures === 2 || !(error instanceof ApiFailure) || error.code !== 'statistic_changed') throw error;
    await new Promise((resolve) => setTimeout(resolve, 1000));
    return unlessChanged(ask, failures + 1);
  }
}

function blobOf({ base64, type }: MadeFile): Blob {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type });
}
