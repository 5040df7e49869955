import { z } from 'zod';
import { build } from './health.ts';

/** What an installation is looked at for, in the order in which it is told. */
export const findingNames = [
  'database',
  'migrations',
  'clock',
  'disk',
  'backup',
  'dataDirectory',
  'publicUrl',
  'proxies',
  'mailServer',
  'mails',
  'catalogue',
  'documents',
  'sources',
  'administrators',
] as const;

const finding = z.strictObject({
  name: z.enum(findingNames),
  state: z.enum(['good', 'warning', 'bad']),
  code: z.string().describe('which words tell it: translations/*/operation.json has them by name and code'),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
});

export type Finding = z.infer<typeof finding>;

export const operationState = z.strictObject({
  findings: z.array(finding),
  process: z.strictObject({
    ...build.shape,
    startedAt: z.iso.datetime(),
    memoryBytes: z.int().describe('resident memory of this process'),
    openStatistics: z.int(),
    openBytes: z.int().describe('memory that open statistics and catalogues take'),
    openBytesLimit: z.int(),
    cacheBytes: z.int(),
    cacheBytesLimit: z.int(),
    places: z.array(
      z.strictObject({
        place: z.enum(['query', 'bulk', 'opening', 'thread']),
        most: z.int(),
        held: z.int(),
        waiting: z.int(),
      }),
    ),
  }),
});

export const triedMails = z.strictObject({
  sent: z.int().describe('of those that waited, taken by the mail server'),
  waiting: z.int().describe('that still wait, of every kind'),
});

export type TriedMails = z.infer<typeof triedMails>;
export type OperationState = z.infer<typeof operationState>;
