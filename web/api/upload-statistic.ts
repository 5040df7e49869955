import type { ErrorBody } from '#server/answers/error.ts';
import type { ImportProgress, UploadLine, UploadResult } from '#server/answers/upload.ts';
import { commonHeaders, refuseSession } from './client.ts';
import { ApiFailure } from './failure.ts';
import { readToken } from './token.ts';

export const uploadStages = [
  'sending',
  'received',
  'unpacking',
  'reading',
  'matching',
  'saving',
] as const satisfies (ImportProgress['stage'] | 'sending')[];

/** What the server tells, and before that what was sent. */
export type UploadProgress = Omit<ImportProgress, 'stage'> & { stage: (typeof uploadStages)[number] };

export type { UploadResult };

/**
 * Sends a statistic and follows its import line by line. Rejects with ApiFailure, also when the connection ends
 * before a result; with an AbortError when `signal` fires. XMLHttpRequest, because fetch tells nothing of what was sent.
 */
export function uploadStatistic(
  form: FormData,
  onProgress: (progress: UploadProgress) => void,
  signal: AbortSignal,
): Promise<UploadResult> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const readLines = lineReader((line) => {
      if ('progress' in line) onProgress(line.progress);
      if ('result' in line) resolve(line.result);
      if (!('error' in line)) return;
      if (line.error.code === 'session_ended' && token) refuseSession(token);
      reject(new ApiFailure(call.status, line.error));
    });
    call.upload.onprogress = ({ loaded, total }) =>
      onProgress({ stage: 'sending', rows: 0, bytes: loaded, totalBytes: total });
    call.onprogress = () => {
      if (call.status === 200) readLines(call.responseText);
    };
    call.onload = () => {
      if (call.status >= 400) return reject(refusal(call, token));
      readLines(`${call.responseText}\n`);
      reject(new ApiFailure(0, {}));
    };
    call.onerror = () => reject(new ApiFailure(0, {}));
    call.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => call.abort());
    call.open('POST', '/api/statistics');
    const token = readToken();
    const headers = { ...commonHeaders(token), Accept: 'application/x-ndjson' };
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
    call.send(form);
  });
}

/** Hands on every complete line of a growing text once. */
export function lineReader(onLine: (line: UploadLine) => void): (text: string) => void {
  let read = 0;
  return (text) => {
    for (let end = text.indexOf('\n', read); end >= 0; end = text.indexOf('\n', read)) {
      const line = text.slice(read, end).trim();
      read = end + 1;
      if (line) onLine(JSON.parse(line) as UploadLine);
    }
  };
}

function refusal(call: XMLHttpRequest, token: string | null): ApiFailure {
  if (call.status === 401 && token) refuseSession(token);
  try {
    return new ApiFailure(call.status, JSON.parse(call.responseText) as ErrorBody);
  } catch {
    return new ApiFailure(call.status, {});
  }
}
