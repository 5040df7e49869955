import { commonHeaders, refuseSession } from './client.ts';
import { ApiFailure, type FailureBody } from './failure.ts';
import type { ImportReport } from './import-report.ts';
import type { Statistic } from './statistics.ts';
import { readToken } from './token.ts';

export const uploadStages = ['sending', 'received', 'unpacking', 'reading', 'matching', 'saving'] as const;

export interface UploadProgress {
  stage: (typeof uploadStages)[number];
  rows: number;
  bytes: number;
  totalBytes: number;
}

export interface UploadResult {
  warnings: string[];
  report: ImportReport;
  bezugsStatistik: Statistic;
}

interface Line {
  progress?: UploadProgress;
  result?: UploadResult;
  error?: FailureBody;
}

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
      if (line.progress) onProgress(line.progress);
      if (line.result) resolve(line.result);
      if (!line.error) return;
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
export function lineReader(onLine: (line: Line) => void): (text: string) => void {
  let read = 0;
  return (text) => {
    for (let end = text.indexOf('\n', read); end >= 0; end = text.indexOf('\n', read)) {
      const line = text.slice(read, end).trim();
      read = end + 1;
      if (line) onLine(JSON.parse(line) as Line);
    }
  };
}

function refusal(call: XMLHttpRequest, token: string | null): ApiFailure {
  if (call.status === 401 && token) refuseSession(token);
  try {
    return new ApiFailure(call.status, JSON.parse(call.responseText) as FailureBody);
  } catch {
    return new ApiFailure(call.status, {});
  }
}
