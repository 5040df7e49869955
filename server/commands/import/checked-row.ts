import { readFile, realpath, stat } from 'node:fs/promises';
import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import type { Pool } from 'pg';
import { unreadable } from '#analytics/cli/command-error.ts';
import { now } from '#analytics/clock.ts';
import { todayInZurich } from '#analytics/context.ts';
import { isDay } from '#shared/calendar.ts';
import { nameWithCity } from '#shared/customer-name.ts';
import { LARGEST_FILE } from '#shared/limits.ts';
import type { User } from '#shared/schemas/user.ts';
import { findAccount, findUser } from '../../accounts/account-queries.ts';
import { visibleUploaderIds } from '../../accounts/user-queries.ts';
import { asUploaded, type UploadedFile } from '../../http/request/uploaded-file.ts';
import type { Queryable } from '../../platform/database/query.ts';
import type { Ownership } from '../../statistics/uploads/import-statistic.ts';
import { findCustomerByExternalId } from '../../statistics/uploads/named-queries.ts';
import { readUpload, type Upload } from '../../statistics/uploads/upload-fields.ts';
import type { ManifestRow } from './manifest.ts';

/** A line of the manifest that cannot be imported; the message says why. */
export class RefusedRow extends Error {}

export type Representative = { user: User; visibleUploaderIds: number[] | null };

/** Finds users by address, active or not, and caches them. */
export function findRepresentatives(db: Pool): (email: string) => Promise<Representative | undefined> {
  const found = new Map<string, Promise<Representative | undefined>>();
  return (email) => {
    const key = email.toLowerCase();
    const known = found.get(key) ?? find(key);
    found.set(key, known);
    return known;
  };

  async function find(email: string): Promise<Representative | undefined> {
    const account = await findAccount(db, email);
    const user = account && (await findUser(db, account.id));
    return user && { user, visibleUploaderIds: await visibleUploaderIds(db, user) };
  }
}

type Place = {
  pool: Queryable;
  /** Resolved, without symbolic links. */
  folder: string;
  firstYear: number;
  representative: (email: string) => Promise<Representative | undefined>;
};

/**
 * Checks a line of the manifest by the rules of an upload. @throws {RefusedRow} and the AppError of the first broken rule
 */
export async function checkRow(
  { pool, folder, firstYear, representative }: Place,
  row: ManifestRow,
): Promise<{ upload: Upload; ownership: Ownership }> {
  const isTest = isYes(row.test);
  if (!isTest && row.customer === '')
    throw new RefusedRow('customer is empty. Of a test upload the column test says yes.');
  if (!isTest && row.consent === '' && row['consent place'] === '')
    throw new RefusedRow('Neither consent nor consent place says where the consent is.');
  const [yearFrom, monthFrom] = monthOf('from', row.from);
  const [yearTo, monthTo] = monthOf('to', row.to);
  if (yearFrom < firstYear)
    throw new RefusedRow(`from is before ${firstYear}, the FIRST_YEAR of this portal: ${row.from}`);
  if (row.to <= row.from) throw new RefusedRow(`to is not after from: ${row.to}`);
  const importDate = importDateOf(row);
  const whose = await representative(row.representative);
  if (!whose) throw new RefusedRow(`There is no user ${row.representative}.`);
  const customer = row.customer === '' ? undefined : await findCustomerByExternalId(pool, row.customer);
  if (!customer && row.customer !== '')
    throw new RefusedRow(`There is no customer with the number ${row.customer}.`);
  const isOnPaper = row['consent place'] !== '';
  const upload = await readUpload(
    {
      fields: {
        customerExternalId: row.customer,
        customerName: row.name || (customer && nameWithCity(customer.name, customer.address)),
        timeMonthFrom: monthFrom,
        timeYearFrom: yearFrom,
        timeMonthTo: monthTo,
        timeYearTo: yearTo,
        comment: row.comment,
        testUpload: isTest,
      },
      file: await fileInside(folder, row.file),
      ...(row.consent === '' ? {} : { consentFile: await fileInside(folder, row.consent) }),
    },
    firstYear,
    isOnPaper,
  );
  return {
    upload,
    ownership: {
      uploaderId: whose.user.id,
      user: whose.user.name,
      visibleUploaderIds: whose.visibleUploaderIds,
      importDate,
      consentPlace: isOnPaper ? placeOf(row) : null,
    },
  };
}

function isYes(text: string): boolean {
  if (/^(yes|no|)$/i.test(text)) return text.toLowerCase() === 'yes';
  throw new RefusedRow(`test is neither yes nor no: ${text}`);
}

function monthOf(column: string, text: string): [year: number, month: number] {
  if (!/^\d{4}-(0[1-9]|1[0-2])$/.test(text))
    throw new RefusedRow(`${column} is no month, YYYY-MM: ${text || 'empty'}`);
  return text.split('-').map(Number) as [number, number];
}

/** About noon in Switzerland, but not in the future. */
function importDateOf({ imported, from }: ManifestRow): Date {
  if (!isDay(imported)) throw new RefusedRow(`imported is no day, YYYY-MM-DD: ${imported || 'empty'}`);
  if (imported > todayInZurich()) throw new RefusedRow(`imported is a day to come: ${imported}`);
  if (imported < from) throw new RefusedRow(`imported is before the period begins: ${imported}`);
  return new Date(Math.min(Date.parse(`${imported}T11:00Z`), now().getTime()));
}

const LONGEST_PLACE = 255;

function placeOf(row: ManifestRow): string {
  const place = row['consent place'];
  if (place.length <= LONGEST_PLACE) return place;
  throw new RefusedRow(`consent place has more than ${LONGEST_PLACE} characters.`);
}

/**
 * A file of the folder as an uploaded file. @throws {RefusedRow} where it is missing or a link leads out of the folder
 */
async function fileInside(folder: string, name: string): Promise<UploadedFile> {
  if (name === '') throw new RefusedRow('file is empty.');
  try {
    // Windows tools write backslashes.
    const path = await realpath(resolve(folder, name.replaceAll('\\', '/')));
    const inside = relative(folder, path);
    if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
      throw new RefusedRow(`${name} is not in the folder.`);
    const found = await stat(path);
    if (!found.isFile()) throw new RefusedRow(`${name} is no file.`);
    if (found.size > LARGEST_FILE)
      throw new RefusedRow(`${name} has more than ${LARGEST_FILE / 1024 / 1024} MB.`);
    return asUploaded(path, basename(path), await readFile(path));
  } catch (error) {
    if (error instanceof RefusedRow) throw error;
    throw new RefusedRow(unreadable(name, error).message);
  }
}
