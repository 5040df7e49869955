import { z } from 'zod';
import { errorBody } from './error.ts';
import { importReport } from './import-report.ts';
import { statistic } from './statistic.ts';

/** What an upload has become. */
export const uploadResult = z.strictObject({
  warnings: z.array(z.string()).describe('in the language of the request'),
  report: importReport,
  bezugsStatistik: statistic,
});

/** Where an import stands. Bytes and rows are those of the stage; 0 where a stage has none. */
const progress = z.strictObject({
  stage: z.enum(['received', 'unpacking', 'reading', 'matching', 'saving']),
  rows: z.int(),
  bytes: z.int(),
  totalBytes: z.int(),
});

/** A line of the answer to an upload that is followed. */
export const uploadLine = z.union([
  z.strictObject({ progress }),
  z.strictObject({ result: uploadResult }),
  z.strictObject({ error: errorBody }),
]);

export type UploadResult = z.infer<typeof uploadResult>;
export type ImportProgress = z.infer<typeof progress>;
export type UploadLine = z.infer<typeof uploadLine>;
