import type { Context } from 'koa';
import { z } from 'zod';
import { statisticEdit } from '../answers/statistic-edit.ts';
import { integer, optionalText } from '../request/fields.ts';
import { readUploadRequest } from './read-upload-request.ts';
import type { UploadedFile } from './uploaded-file.ts';

/** What an edit changes, and what it brings; what is left out stays. */
export const editBody = statisticEdit.extend({
  /** The revision the edit is based on; without it the newest. */
  revision: integer.optional(),
  consentFileName: optionalText,
  consentFile: z
    .custom<UploadedFile>((value) => (value as Partial<UploadedFile> | null)?.bytes instanceof Uint8Array)
    .optional()
    .meta({
      type: 'string',
      pattern: '^data:',
      description: 'a new consent file as a base64 data URL; in a form the file',
    }),
});

export type Edit = z.infer<typeof editBody>;

/** Reads an edit sent as JSON or, for the sake of its file, as multipart/form-data. Throws as readUploadRequest does. */
export async function readEditRequest(ctx: Context): Promise<Record<string, unknown>> {
  const { fields, ...files } = await readUploadRequest(ctx);
  return { ...(ctx.is('multipart') ? typed(fields) : fields), ...files };
}

/** A form holds only text: numbers, yes and no, and nothing are written out. */
function typed(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isText(name) ? value : written(value)]),
  );
}

function isText(name: string): boolean {
  const field = (editBody.shape as Record<string, z.ZodType>)[name];
  return field?.safeParse('text').success ?? true;
}

function written(value: unknown): unknown {
  if (value === '') return null;
  if (value === 'true' || value === 'false') return value === 'true';
  return typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
}
