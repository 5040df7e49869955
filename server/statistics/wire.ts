import { z } from 'zod';
import type { Statistic } from '../db/statistics.ts';

/** A statistic on the wire, as users with access to it see it. */
export const statistic = z.object({
  bezugsStatistikID: z.int(),
  revision: z.int(),
  directLinkId: z.string(),
  active: z.boolean(),
  testUpload: z.boolean(),
  accomplished: z.boolean(),
  customer: z.string().nullable(),
  customerExternalId: z.string().nullable(),
  customerName: z.string().nullable(),
  importDate: z.string(),
  timeMonthFrom: z.int(),
  timeYearFrom: z.int(),
  timeMonthTo: z.int(),
  timeYearTo: z.int(),
  timeInformation: z.string().nullable(),
  comment: z.string().nullable(),
  user: z.string(),
  uploader: z.object({ id: z.int(), name: z.string() }).nullable(),
  headerImage: z.object({ id: z.int() }).nullable(),
  fileName: z.string(),
  consentFileName: z.string().nullable(),
});

/** A statistic in a list, which offers on each row only what works. */
export const listedStatistic = statistic.extend({
  mayChange: z
    .boolean()
    .describe('the caller may edit, disable, delete and restore it and replace its consent file'),
});

/** What a visitor may see of a statistic. */
const visitorFields = [
  'directLinkId',
  'customerName',
  'importDate',
  'timeMonthFrom',
  'timeYearFrom',
  'timeMonthTo',
  'timeYearTo',
  'timeInformation',
  'headerImage',
] as const satisfies (keyof Statistic)[];

/** What whoever has the direct link may see; signed-in users also whose statistic it is. */
export function throughLink(found: Statistic, signedIn: boolean): Partial<Statistic> {
  const fields: (keyof Statistic)[] = signedIn
    ? [...visitorFields, 'customerExternalId']
    : [...visitorFields];
  return Object.fromEntries(fields.map((field) => [field, found[field]]));
}
