import type { Pool } from 'pg';
import { z } from 'zod';
import { id, integerOrNull, textOrNull, truth } from '#shared/fields.ts';
import { type ColumnChoice, columnChoice, type TextChoice, textChoice } from '#shared/schemas/preview.ts';
import type { User } from '#shared/schemas/user.ts';
import { changeableUploaderIds, findActiveUser } from '../../accounts/user-queries.ts';
import { parseInput } from '../../http/request/parse-input.ts';
import type { UploadedFile } from '../../http/request/uploaded-file.ts';
import { AppError, forbidden, refusedAt } from '../../platform/errors.ts';
import { checkTimeRange, type TimeRange } from '../time-range.ts';
import { checkedConsent } from './consent-file.ts';
import { findCustomerByExternalId, isTemplateImage } from './named-queries.ts';

/** A choice as an upload carries it: absent, JSON text of a form, or an object. */
const chosen = <Schema extends z.ZodType>(schema: Schema) =>
  z
    .preprocess((value) => {
      if (value === '' || value === null) return undefined;
      if (typeof value !== 'string') return value;
      try {
        return JSON.parse(value);
      } catch {
        return value;
      }
    }, schema.optional())
    .optional();

/** What a file is to be read with instead of what is recognised. */
export const readingFields = { columns: chosen(columnChoice), text: chosen(textChoice) };

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
  /** Id of another user whose upload it shall be: anybody for admins, for others of those they are responsible for. */
  uploader: number | null;
  headerImageId: number | null;
  /** What to take for what; undefined: what is remembered for the customer, else what the headings say. */
  columns?: ColumnChoice | undefined;
  /** How a text file is to be read, as far as that is chosen. */
  text?: TextChoice | undefined;
};

const idOrNull = integerOrNull.pipe(id.nullable());

const optionalBoolean = z
  .union([z.boolean(), truth], { error: 'must be true or false' })
  .nullish()
  .transform(Boolean);

export const uploadFields = z.object({
  fileName: textOrNull,
  consentFileName: textOrNull,
  customer: textOrNull,
  customerExternalId: textOrNull,
  customerName: textOrNull,
  timeMonthFrom: integerOrNull,
  timeYearFrom: integerOrNull,
  timeMonthTo: integerOrNull,
  timeYearTo: integerOrNull,
  user: textOrNull,
  uploader: idOrNull,
  comment: textOrNull,
  headerImageId: idOrNull,
  testUpload: optionalBoolean,
  ...readingFields,
});

/**
 * Checks the rules of an upload; throws AppError with the message of the first one that is broken. `isOnPaper`: there is a
 * consent without a file.
 */
export async function readUpload(raw: RawUpload, firstYear: number, isOnPaper = false): Promise<Upload> {
  const fields = parseInput(uploadFields, raw.fields);
  const { file } = raw;
  const consentFile = raw.consentFile && named(raw.consentFile, fields.consentFileName);
  const time = checkEntries({ ...fields, hasConsent: isOnPaper || Boolean(consentFile) }, firstYear);
  if (!file) throw new AppError(400, 'file_required');
  return {
    ...fields,
    ...time,
    file: notEmpty(named(file, fields.fileName)),
    // A test upload may bring an empty one instead of none.
    consentFile:
      consentFile && (consentFile.size > 0 || !fields.testUpload) ? await checkedConsent(consentFile) : null,
  };
}

export type Entries = { [Field in keyof TimeRange]: number | null } & {
  testUpload: boolean;
  customerExternalId: string | null;
  hasConsent: boolean;
};

/** What an upload must have, and still has after every edit. Throws AppError 400 with the first rule that is broken. */
export function checkEntries(entries: Entries, firstYear: number): TimeRange {
  if (!entries.testUpload && !entries.customerExternalId)
    throw refusedAt('customerExternalId', 400, 'customer_required');
  const time = checkTimeRange(entries, firstYear);
  if (!entries.testUpload && !entries.hasConsent) throw refusedAt('consentFile', 400, 'consent_required');
  return time;
}

/** What an upload or an edit newly names; null: nothing that has to be known. */
export type Named = {
  customerExternalId: string | null;
  /** Another user as uploader. */
  uploader: number | null;
  headerImageId: number | null;
};

/**
 * Gives the uploader that is named, if any. Throws AppError 403 where it is nobody for whom `user` is responsible, 400 for what the server
 * does not know.
 */
export async function findNamed(
  pool: Pool,
  user: User,
  { customerExternalId, uploader, headerImageId }: Named,
): Promise<User | undefined> {
  if (uploader !== null) {
    const responsibleFor = await changeableUploaderIds(pool, user);
    if (responsibleFor && !responsibleFor.includes(uploader)) throw forbidden();
  }
  const found = uploader === null ? undefined : await findActiveUser(pool, uploader);
  if (uploader !== null && !found) throw uploaderUnknown();
  if (customerExternalId !== null && !(await findCustomerByExternalId(pool, customerExternalId))) {
    throw refusedAt('customerExternalId', 400, 'customer_unknown', { id: customerExternalId });
  }
  if (headerImageId !== null && !(await isTemplateImage(pool, headerImageId))) {
    throw refusedAt('headerImageId', 400, 'header_image_unknown');
  }
  return found;
}

/** 400 for an uploader whom the server does not know, or no longer. */
export const uploaderUnknown = () => refusedAt('uploader', 400, 'uploader_unknown');

function named(file: UploadedFile, name: string | null): UploadedFile {
  return { ...file, name: name ?? file.name };
}

function notEmpty(file: UploadedFile): UploadedFile {
  if (file.size > 0) return file;
  throw refusedAt('file', 400, 'file_empty', { file: file.name });
}
