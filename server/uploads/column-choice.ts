import { z } from 'zod';
import { COLUMN_FIELDS } from '../importing/read-report.ts';
import { text } from '../request/fields.ts';

const choice = z.strictObject({
  sheet: text(),
  headingRow: z.int().min(0).max(1_048_576),
  columns: z
    .array(z.strictObject({ field: z.enum(COLUMN_FIELDS), column: z.string().regex(/^[A-Z]{1,3}$/) }))
    .max(COLUMN_FIELDS.length),
});

/** A column choice as an upload carries it: absent, JSON text of a form, or an object. */
export const columnChoice = z
  .preprocess((value) => {
    if (value === '' || value === null) return undefined;
    if (typeof value !== 'string') return value;
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  }, choice.optional())
  .optional();
