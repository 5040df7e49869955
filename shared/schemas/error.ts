import { z } from 'zod';

/** What the API answers with every status from 400 on. */
export const errorBody = z.strictObject({
  /** In the language of the request. */
  message: z.string(),
  innerMessage: z.string().optional(),
  code: z.string(),
  requestId: z.string(),
  /** Details of some codes, e.g. the fields of a conflict. */
  issues: z.array(z.unknown()).optional(),
});

export type ErrorBody = z.infer<typeof errorBody>;
