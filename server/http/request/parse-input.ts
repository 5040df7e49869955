import { z } from 'zod';
import { invalidInput } from '../../platform/errors.ts';

/** What a caller sent, as the schema says it is. Throws AppError 400 with the names of the fields that do not fit. */
export function parseInput<Schema extends z.core.$ZodType>(schema: Schema, given: unknown): z.infer<Schema> {
  const parsed = z.safeParse(schema, given);
  if (!parsed.success) throw invalidInput(parsed.error.issues);
  return parsed.data;
}
