import { z } from 'zod';
import { invalidInput } from '../../platform/errors.ts';

/** Parses input by a schema. Throws AppError 400 with the names of the invalid fields. */
export function parseInput<Schema extends z.core.$ZodType>(schema: Schema, given: unknown): z.infer<Schema> {
  const parsed = z.safeParse(schema, given);
  if (!parsed.success) throw invalidInput(parsed.error.issues);
  return parsed.data;
}
