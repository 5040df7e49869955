import type { Context } from 'koa';
import { invalidInput } from '../errors.ts';
import { type BodyLimits, readBody } from './body.ts';
import { boundaryOf, type FormPart, splitForm } from './form-parts.ts';

export type Form = {
  /** Of a name that stands several times, all values. */
  fields: Record<string, string | string[]>;
  files: { name: string; fileName: string; bytes: Buffer }[];
};

/** The multipart/form-data body of a request. Throws AppError 400, 413 or 415, or ClientGoneError. */
export async function readForm(ctx: Context, limits: BodyLimits): Promise<Form> {
  const boundary = boundaryOf(ctx.get('content-type'));
  const parts = splitForm(Buffer.concat(await readBody(ctx, limits)), boundary);
  const form: Form = { fields: Object.create(null), files: [] };
  for (const part of parts) {
    const { name, fileName, bytes } = part;
    if (fileName !== undefined) form.files.push({ name, fileName, bytes });
    else form.fields[name] = [form.fields[name] ?? [], textOf(part)].flat();
  }
  for (const [name, values] of Object.entries(form.fields)) {
    if (values.length === 1) form.fields[name] = values[0]!;
  }
  return form;
}

function textOf({ name, bytes }: FormPart): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidInput([{ path: [name], message: 'is not written in UTF-8' }]);
  }
}
