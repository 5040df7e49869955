import { z } from 'zod';
import { integer, optionalText } from '#shared/fields.ts';
import { statisticEdit } from '#shared/schemas/statistic-edit.ts';
import { parseInput } from '../http/request/parse-input.ts';
import type { RawUpload } from './uploads/upload.ts';

/** What an edit changes, and what it brings beside its file; what is left out stays. */
export const editFields = statisticEdit.extend({
  /** The revision the edit is based on; without it the newest. */
  revision: integer.optional(),
  consentFileName: optionalText,
  /** Gives the cart and the orders of the uploader before to the new one, too. */
  handOverCart: z.boolean().default(false),
  /** Text in place of the file. */
  consentFile: z.undefined({ error: 'expected a file' }).optional(),
});

export type Edit = Omit<z.infer<typeof editFields>, 'consentFile'>;

/** Reads an edit sent as JSON or, for the sake of its file, as a form. Throws AppError 400. */
export function readEdit({ fields, file }: RawUpload, isForm: boolean): Edit {
  const { consentFile: _, ...edit } = parseInput(editFields, {
    ...(isForm ? typed(fields) : fields),
    // Refused as what an edit does not change.
    ...(file && { file: file.name }),
  });
  return edit;
}

/** A form holds only text: numbers, yes and no, and nothing are written out. */
function typed(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isText(name) ? value : written(value)]),
  );
}

function isText(name: string): boolean {
  const field = (editFields.shape as Record<string, z.ZodType>)[name];
  return field?.safeParse('text').success ?? true;
}

function written(value: unknown): unknown {
  if (value === '') return null;
  if (value === 'true' || value === 'false') return value === 'true';
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}
