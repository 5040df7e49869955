import { z } from 'zod';
import { AppError, invalidInput } from '../errors.ts';
import type { ColumnChoice } from '../importing/recognition/column-choice.ts';
import { columnChoice } from './column-choice.ts';
import { checkEntries } from './upload-rules.ts';

/** Bound on an uploaded file, in bytes. */
export const MAX_FILE_BYTES = 15_728_640;

export type UploadedFile = { name: string; bytes: Uint8Array };

/** The fields of an upload as they come, from JSON or from a form; files apart. */
export type RawUpload = { fields: Record<string, unknown>; file?: UploadedFile; consentFile?: UploadedFile };

/** An upload whose fields keep the rules. Months 1 to 12, inclusive. */
export type Upload = {
  file: UploadedFile;
  consentFile: UploadedFile | null;
  testUpload: boolean;
  customer: string | null;
  customerExternalId: string | null;
  customerName: string | null;
  timeMonthFrom: number;
  timeYearFrom: number;
  timeMonthTo: number;
  timeYearTo: number;
  comment: string | null;
  /** Name of the sales representative; null: the uploader's. */
  user: string | null;
  /** Id of another user whose upload it shall be; only admins may say one. */
  uploader: number | null;
  headerImageId: number | null;
  /** What to take for what; undefined: what the headings say. */
  columns?: ColumnChoice | undefined;
};

export const text = z
  .string()
  .trim()
  .max(255)
  .nullish()
  .transform((value) => value || null);
export const optionalInteger = z
  .union([z.literal('').transform(() => null), z.coerce.number().int(), z.null()])
  .nullish()
  .transform((value) => value ?? null);
/** Ids are PostgreSQL's integers. */
const LARGEST_ID = 2_147_483_647;
export const id = z.int().positive().max(LARGEST_ID);
const optionalId = optionalInteger.pipe(id.nullable());
export const boolean = z.union([z.boolean(), z.stringbool()]).nullish().transform(Boolean);

export const uploadFields = z.object({
  fileName: text,
  consentFileName: text,
  customer: text,
  customerExternalId: text,
  customerName: text,
  timeMonthFrom: optionalInteger,
  timeYearFrom: optionalInteger,
  timeMonthTo: optionalInteger,
  timeYearTo: optionalInteger,
  user: text,
  uploader: optionalId,
  comment: text,
  headerImageId: optionalId,
  testUpload: boolean,
  columns: columnChoice,
});

/** Checks the rules of an upload; throws AppError with the message of the first one that is broken. */
export function readUpload(raw: RawUpload): Upload {
  const parsed = uploadFields.safeParse(raw.fields);
  if (!parsed.success) throw invalidInput(parsed.error.issues);
  const fields = parsed.data;
  const time = checkEntries({ ...fields, hasConsent: Boolean(raw.consentFile?.bytes.byteLength) });
  if (!raw.file?.bytes.byteLength) throw new AppError(400, 'file_required');
  for (const file of [raw.file, raw.consentFile]) {
    if (file && file.bytes.byteLength > MAX_FILE_BYTES) throw new AppError(413, 'max_size_exceded');
  }
  return {
    ...fields,
    ...time,
    file: { name: fields.fileName ?? raw.file.name, bytes: raw.file.bytes },
    consentFile: raw.consentFile?.bytes.byteLength
      ? { name: fields.consentFileName ?? raw.consentFile.name, bytes: raw.consentFile.bytes }
      : null,
  };
}
