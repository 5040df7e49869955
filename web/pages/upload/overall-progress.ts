import { type UploadProgress, uploadStages } from '../../api/follow-upload.ts';

/** Share of the whole time that is over when a stage begins; reading and sending take most of it. */
const stageStart: Record<UploadProgress['stage'], number> = {
  sending: 0,
  received: 0.3,
  unpacking: 0.32,
  reading: 0.36,
  matching: 0.84,
  saving: 0.92,
};

/** How much of the whole upload is over, 0 to 1. */
export function overallProgress({ stage, bytes, totalBytes }: UploadProgress): number {
  const next = uploadStages[uploadStages.indexOf(stage) + 1];
  const start = stageStart[stage];
  const length = (next ? stageStart[next] : 1) - start;
  return start + length * (totalBytes > 0 ? Math.min(1, bytes / totalBytes) : 0);
}
