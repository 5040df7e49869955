import type { ImportProgress, UploadResult } from '#shared/schemas/upload.ts';
import { followUpload } from './follow-upload.ts';

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
 * before a result; with an AbortError when `signal` fires.
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
