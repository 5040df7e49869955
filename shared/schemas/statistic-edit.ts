import { z } from 'zod';
import { id, integer, optionalText, text } from '../fields.ts';

/** What an edit changes; what is left out stays. Its consent file comes beside it. */
export const statisticEdit = z.strictObject({
  customer: optionalText,
  customerExternalId: optionalText,
  customerName: optionalText,
  timeMonthFrom: integer.optional(),
  timeYearFrom: integer.optional(),
  timeMonthTo: integer.optional(),
  timeYearTo: integer.optional(),
  comment: optionalText,
  user: text().trim().min(1).optional(),
  uploader: id.optional(),
  headerImageId: id.nullable().optional(),
  testUpload: z.boolean().optional(),
});

/** As it is sent. */
export type StatisticEdit = z.input<typeof statisticEdit>;
