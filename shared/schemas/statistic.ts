import { z } from 'zod';

/** Months 1 to 12, inclusive. */
export const period = {
  timeMonthFrom: z.int(),
  timeYearFrom: z.int(),
  timeMonthTo: z.int(),
  timeYearTo: z.int(),
};

/** An uploaded purchase statistic, as users with access to it see it. */
export const statistic = z.strictObject({
  bezugsStatistikID: z.int(),
  revision: z.int().describe('what If-Match takes; grows with every change'),
  directLinkId: z.string(),
  active: z.boolean(),
  testUpload: z.boolean(),
  accomplished: z.boolean(),
  customer: z.string().nullable(),
  customerExternalId: z.string().nullable(),
  customerName: z.string().nullable(),
  importDate: z.iso.datetime(),
  ...period,
  timeInformation: z.string().nullable().describe('free text of old statistics'),
  comment: z.string().nullable(),
  user: z.string().describe('name of the sales representative'),
  uploader: z.strictObject({ id: z.int(), name: z.string() }).nullable().describe('null: was deleted'),
  headerImage: z.strictObject({ id: z.int() }).nullable(),
  fileName: z.string(),
  consentFileName: z
    .string()
    .nullable()
    .describe('the first 18 characters are a prefix; the name that users gave follows'),
  consentPlace: z.string().nullable().describe('where the signed consent lies on paper'),
  members: z.int().nullable().describe('how many statistics it combines; null: it is an upload'),
});

/** A statistic in a list, which offers on each row only what works. */
export const listedStatistic = statistic.extend({
  mayChange: z
    .boolean()
    .describe('the caller may edit, disable, delete and restore it and replace its consent file'),
  filename: z.string().describe('the same as fileName'),
  stopped: z.boolean().describe('combines a statistic that is disabled, deleted or hidden from its maker'),
});

/** Whoever has the direct link sees these at least. */
export const seenByAll = {
  directLinkId: true,
  customerName: true,
  importDate: true,
  timeMonthFrom: true,
  timeYearFrom: true,
  timeMonthTo: true,
  timeYearTo: true,
  timeInformation: true,
  headerImage: true,
  members: true,
} as const;

/** A statistic behind a direct link: to some whole, to others what everybody sees. */
export const linkedTo = statistic
  .extend({ filename: listedStatistic.shape.filename })
  .partial()
  .required(seenByAll);

/** Another statistic of the same customer. */
export const statisticLink = z.strictObject({
  bezugsStatistikID: z.int(),
  directLinkId: z.string(),
  importDate: z.iso.datetime(),
  ...period,
  members: z.int().nullable().describe('how many statistics it combines; null: it is an upload'),
});

/** An earlier upload of a file. */
export const earlierUpload = z.strictObject({
  bezugsStatistikID: z.int(),
  directLinkId: z.string(),
  customerName: z.string().nullable(),
  importDate: z.iso.datetime(),
});

/** A statistic of the same customer that is already there. */
export const earlierStatistic = earlierUpload.extend({ revision: z.int(), ...period });

export type Statistic = z.infer<typeof statistic>;
export type ListedStatistic = z.infer<typeof listedStatistic>;
export type StatisticBehindLink = z.infer<typeof linkedTo>;
export type StatisticLink = z.infer<typeof statisticLink>;
export type EarlierUpload = z.infer<typeof earlierUpload>;
export type EarlierStatistic = z.infer<typeof earlierStatistic>;
