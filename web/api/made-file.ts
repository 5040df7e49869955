import type { MadeFileLine } from '#shared/schemas/made-file.ts';
import { request } from './client.ts';
import { saveFile } from './download.ts';
import { ApiFailure } from './failure.ts';

/** Rows written and rows in all. */
export interface MakingProgress {
  rows: number;
  totalRows: number;
}

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
export async function downloadMade(
  path: string,
  { query, onProgress, signal }: MadeFileOptions,
): Promise<void> {
  const options = { accept: 'application/x-ndjson', signal, ...(query ? { query } : {}) };
  const response = await request(path, options);
  try {
    for await (const line of linesOf(response)) {
      const said = JSON.parse(line) as MadeFileLine;
      if ('progress' in said) onProgress(said.progress);
      if ('error' in said) throw new ApiFailure(response.status, said.error);
      if ('file' in said) return saveFile(blobOf(said.file), said.file.name);
    }
  } catch (error) {
    if (error instanceof ApiFailure || signal.aborted) throw error;
  }
  throw new ApiFailure(0, {});
}

/** The lines of an answer, each as soon as it is complete. */
async function* linesOf({ body }: Response): AsyncGenerator<string> {
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
    const lines = (text + value).split('\n');
    text = lines.pop()!;
    yield* lines.filter(Boolean);
  }
}

function blobOf({ base64, type }: { base64: string; type: string }): Blob {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return new Blob([bytes], { type });
}
