import { z } from 'zod';
import { AppError, invalidInput } from '../errors.ts';

/** Bound on an uploaded file, in bytes. */
export const MAX_FILE_BYTES = 15_728_640;

/** First year that a statistic can be of. */
export const FIRST_YEAR = 2018;

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
};

const text = z
  .string()
  .trim()
  .max(255)
  .nullish()
  .transform((value) => value || null);
const optionalInteger = z
  .union([z.literal('').transform(() => null), z.coerce.number().int(), z.null()])
  .nullish()
  .transform((value) => value ?? null);
const boolean = z.union([z.boolean(), z.stringbool()]).nullish().transform(Boolean);

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
  uploader: optionalInteger,
  comment: text,
  headerImageId: optionalInteger,
  testUpload: boolean,
});

/** Checks the rules of an upload; throws AppError with the message of the first one that is broken. */
export function readUpload(raw: RawUpload, currentYear: number): Upload {
  const parsed = uploadFields.safeParse(raw.fields);
  if (!parsed.success) throw invalidInput(parsed.error.issues);
  const fields = parsed.data;
  if (!fields.testUpload && !fields.customerExternalId) throw new AppError(400, 'customer_required');
  const time = readTimeRange(fields, currentYear);
  if (!fields.testUpload && !raw.consentFile?.bytes.byteLength) throw new AppError(400, 'consent_required');
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

type TimeFields = Record<'timeMonthFrom' | 'timeYearFrom' | 'timeMonthTo' | 'timeYearTo', number | null>;

/** All four given, in the calendar, and the end after the start. */
function readTimeRange(fields: TimeFields, currentYear: number): { [Field in keyof TimeFields]: number } {
  const { timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo } = fields;
  if (timeMonthFrom === null || timeYearFrom === null || timeMonthTo === null || timeYearTo === null) {
    throw new AppError(400, 'time_range_required');
  }
  const months = timeMonthTo - timeMonthFrom + 12 * (timeYearTo - timeYearFrom);
  const inCalendar =
    [timeMonthFrom, timeMonthTo].every((month) => month >= 1 && month <= 12) &&
    [timeYearFrom, timeYearTo].every((year) => year >= FIRST_YEAR && year <= currentYear);
  if (months <= 0 || !inCalendar) throw new AppError(400, 'time_range_invalid');
  return { timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo };
}
