import { z } from 'zod';

const state = z.record(z.string(), z.unknown()).nullable();

/** Who changed what, when and why. */
export const auditEntry = z.strictObject({
  id: z.int(),
  madeAt: z.iso.datetime(),
  userId: z.int().nullable().describe('null: a command or the portal itself'),
  userName: z.string().describe('name and e-mail address at that time'),
  action: z.string().describe('kind and deed, for example wholesaler.retired'),
  subject: z.string().describe('kind of thing'),
  subjectKey: z.string(),
  subjectName: z.string().describe('how it was called then'),
  before: state.describe('the fields that changed, as they were'),
  after: state.describe('the same as they are since'),
  reason: z.string().nullable(),
});

/** What entries can be filtered by. */
export const auditChoices = z.strictObject({
  persons: z
    .array(z.strictObject({ id: z.int().nullable(), name: z.string() }))
    .describe('who has an entry, by the newest name; null, without a name: commands and the portal itself'),
  kinds: z.array(z.string()).describe('kinds of things that have an entry'),
});

export type AuditEntry = z.infer<typeof auditEntry>;
export type AuditChoices = z.infer<typeof auditChoices>;
