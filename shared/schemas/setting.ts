import { z } from 'zod';

const value = z.union([z.int(), z.string()]);

/** What can be set in the portal, and what is. */
export const setting = z.strictObject({
  key: z.string(),
  kind: z.enum(['number', 'text', 'email']),
  value: value.describe('in force'),
  default: value.describe('in force where nothing is set'),
  isSet: z.boolean().describe('false: the default is in force'),
  variable: z
    .string()
    .nullable()
    .describe('environment variable that gives the default; null: there is none'),
  least: z.int().nullable().describe('of a number'),
  most: z.int().describe('of a number; of a text its length'),
  changedAt: z.iso.datetime().nullable().describe('when it was set or taken back last; null: never'),
  changedBy: z.string().nullable().describe('name; null: nobody knows'),
  unknown: z
    .array(z.string())
    .describe('companies among the value that no manufacturer of the catalogue is called'),
  version: z.int().describe('what If-Match takes; 0 while nobody has changed it'),
});

export type Setting = z.infer<typeof setting>;
