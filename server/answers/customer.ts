import { z } from 'zod';

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
export const namedCustomer = z.strictObject({ wkpIdOneKey: z.string(), wkpName: z.string() });

export type Customer = z.infer<typeof customer>;
export type NamedCustomer = z.infer<typeof namedCustomer>;
