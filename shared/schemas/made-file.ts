import { z } from 'zod';
import { errorBody } from './error.ts';

/** A line of the answer to a download that is followed while the file is written: rows so far and in all. */
export const madeFileLine = z.union([
  z.strictObject({ progress: z.strictObject({ rows: z.int(), totalRows: z.int() }) }),
  z.strictObject({ file: z.strictObject({ name: z.string(), type: z.string(), base64: z.string() }) }),
  z.strictObject({ error: errorBody }),
]);

export type MadeFileLine = z.infer<typeof madeFileLine>;
