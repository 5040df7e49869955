import { jsonLines } from '#shared/json-lines.ts';
import type { ErrorBody } from '#shared/schemas/error.ts';
import type { ImportProgress, UploadResult } from '#shared/schemas/upload.ts';
import { ApiFailure, commonHeaders, failureToSend, refuseSession } from './client.ts';
import { readToken } from './token.ts';

export type { UploadResult };

/** A line of a streamed answer. */
type Line<Progress, Result> = { progress: Progress } | { result: Result } | { error: ErrorBody };

interface FollowOptions<Progress> {
  /** Called with the server's progress. */
  onProgress: (progress: Progress) => void;
  /** Called with the bytes sent. */
  onSent: (bytes: number, totalBytes: number) => void;
  signal: AbortSignal;
}

/**
 * Sends a form and follows the streamed answer. Rejects with ApiFailure, also when the connection ends before a result;
 * with an AbortError when `signal` fires. XMLHttpRequest, because fetch has no upload progress.
 */
export function followUpload<Progress, Result>(
  address: string,
  form: FormData,
  { onProgress, onSent, signal }: FollowOptions<Progress>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    const readLines = jsonLines<Line<Progress, Result>>((line) => {
      if ('progress' in line) onProgress(line.progress);
      if ('result' in line) resolve(line.result);
      if (!('error' in line)) return;
      if (line.error.code === 'session_ended' && token) refuseSession(token);
      reject(new ApiFailure(call.status, line.error));
    });
    let read = 0;
    // An incomplete or damaged line has no result.
    const follow = (text: string) => {
      try {
        readLines(text.slice(read));
        read = text.length;
      } catch {
        reject(new ApiFailure(0, {}));
      }
    };
    call.upload.onprogress = ({ loaded, total }) => onSent(loaded, total);
    call.onprogress = () => {
      if (call.status === 200) follow(call.responseText);
    };
    call.onload = () => {
      if (call.status >= 400) return reject(refusal(call, token));
      follow(`${call.responseText}\n`);
      reject(new ApiFailure(0, {}));
    };
    call.onerror = async () => reject(await failureToSend(form));
    call.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', () => call.abort());
    call.open('POST', address);
    const token = readToken();
    const headers = { ...commonHeaders(token), Accept: 'application/x-ndjson' };
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value);
    call.send(form);
  });
}

function refusal(call: XMLHttpRequest, token: string | null): ApiFailure {
  if (call.status === 401 && token) refuseSession(token);
  try {
    return new ApiFailure(call.status, JSON.parse(call.responseText) as ErrorBody);
  } catch {
    return new ApiFailure(call.status, {});
  }
}

export const uploadStages = [
  'sending',
  'received',
  'unpacking',
  'reading',
  'matching',
  'saving',
] as const satisfies (ImportProgress['stage'] | 'sending')[];

/** Progress of sending, then the server's. */
export type UploadProgress = Omit<ImportProgress, 'stage'> & { stage: (typeof uploadStages)[number] };

/**
 * Uploads a statistic and follows its import. Rejects with ApiFailure, also when the connection ends before a result;
 * with an AbortError when `signal` fires.
 */
export function uploadStatistic(
  form: FormData,
  onProgress: (progress: UploadProgress) => void,
  signal: AbortSignal,
): Promise<UploadResult> {
  return followUpload<ImportProgress, UploadResult>('/api/statistics', form, {
    onProgress,
    onSent: (bytes, totalBytes) => onProgress({ stage: 'sending', rows: 0, bytes, totalBytes }),
    signal,
  });
}

/** Share of the total time at which a stage begins; reading and sending take most of it. */
const stageStart: Record<UploadProgress['stage'], number> = {
  sending: 0,
  received: 0.3,
  unpacking: 0.32,
  reading: 0.36,
  matching: 0.84,
  saving: 0.92,
};

/** Overall progress, 0 to 1. */
export function overallProgress({ stage, bytes, totalBytes }: UploadProgress): number {
  const next = uploadStages[uploadStages.indexOf(stage) + 1];
  const start = stageStart[stage];
  const length = (next ? stageStart[next] : 1) - start;
  return start + length * (totalBytes > 0 ? Math.min(1, bytes / totalBytes) : 0);
}
