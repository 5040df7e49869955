import { z } from 'zod';
import { mail, phone } from '../fields.ts';

/** A hit of the customer search. */
export const customer = z.strictObject({
  ExternalID: z.string(),
  PrimaryParent_ExternalID: z.string().nullable(),
  PrimaryParent: z.string().nullable(),
  FullName: z.string(),
  Address: z.string().describe('street, postcode, city, country; separated by commas'),
  ActiveStatus: z.enum(['Active', 'Inactive & Not Deleted']),
});

/** The customer of a key. */
export const namedCustomer = z.strictObject({
  wkpIdOneKey: z.string(),
  wkpName: z.string(),
  ActiveStatus: customer.shape.ActiveStatus,
});

/** A customer as the master has it. */
export const customerFields = z.strictObject({
  externalId: z.string(),
  name: z.string(),
  parentExternalId: z.string().nullable(),
  parentName: z.string().nullable(),
  address: z.string().describe('street, postcode, city, country; separated by commas'),
  active: z.boolean(),
  language: z.enum(['de', 'en', 'fr', 'it', 'rm']).nullable(),
  channel: z.enum(['APO', 'SD']).nullable(),
  oneKey: z.string().nullable().describe('OneKey id, which nobody else has'),
  phone: phone.nullable(),
  mail: mail.nullable(),
});

/** The same with what tells one state of it from another. */
export const storedCustomer = customerFields.extend({ version: z.int().describe('what If-Match takes') });

/** A customer whom an administrator added or corrected, beside what the file of customers says. */
export const correctedCustomer = z.strictObject({
  customer: customerFields.describe('what counts'),
  file: customerFields
    .nullable()
    .describe('what the file in force says; null: it does not have the customer'),
  corrected: z.array(z.string()).describe('the fields that the file does not decide'),
  added: z.boolean().describe('no file had the customer'),
  fileChanged: z
    .boolean()
    .describe('the file says something else of these fields than when they were corrected'),
  correctedBy: z.string().nullable(),
  correctedAt: z.iso.datetime({ offset: true }),
});

export type CustomerFields = z.infer<typeof customerFields>;
export type StoredCustomer = z.infer<typeof storedCustomer>;
export type CorrectedCustomer = z.infer<typeof correctedCustomer>;
export type Customer = z.infer<typeof customer>;
export type NamedCustomer = z.infer<typeof namedCustomer>;
