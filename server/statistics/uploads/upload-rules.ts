import type { Pool } from 'pg';
import type { User } from '#shared/schemas/user.ts';
import { findActiveUser } from '../../accounts/user-queries.ts';
import { AppError, type ErrorCode, forbidden } from '../../platform/errors.ts';
import { findCustomerByExternalId } from '../../reference-data/customers/customer-queries.ts';
import { isTemplateImage } from '../../reference-data/header-images/header-image-queries.ts';
import { changeableUploaderIds } from '../access.ts';
import { checkTimeRange, type TimeRange } from '../time-range.ts';

export type Entries = { [Field in keyof TimeRange]: number | null } & {
  testUpload: boolean;
  customerExternalId: string | null;
  hasConsent: boolean;
};

/** What an upload must have, and still has after every edit. Throws AppError 400 with the first rule that is broken. */
export function checkEntries(entries: Entries): TimeRange {
  if (!entries.testUpload && !entries.customerExternalId)
    throw refused('customer_required', 'customerExternalId');
  const time = checkTimeRange(entries);
  if (!entries.testUpload && !entries.hasConsent) throw refused('consent_required', 'consentFile');
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
    throw refused('customer_unknown', 'customerExternalId', { id: customerExternalId });
  }
  if (headerImageId !== null && !(await isTemplateImage(pool, headerImageId))) {
    throw refused('header_image_unknown', 'headerImageId');
  }
  return found;
}

/** 400 for an uploader whom the server does not know, or no longer. */
export const uploaderUnknown = () => refused('uploader_unknown', 'uploader');

function refused(code: ErrorCode, path: string, params: Record<string, string> = {}): AppError {
  return new AppError(400, code, { params, issues: [{ path, message: code }] });
}
