import { z } from 'zod';

/** A user, without secrets. */
export const user = z.strictObject({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  role: z.enum(['User', 'Admin']),
  Active: z.boolean(),
  FullDataAccess: z.boolean(),
  parentUserId: z.int().nullable(),
  replacementUserId: z.int().nullable(),
  language: z.string(),
});

/** Whom a session has begun for: its bearer token, and what makes this browser known at the next sign-in. */
export const signedIn = user.extend({ token: z.string(), device: z.string() });

export type User = z.infer<typeof user>;
export type SignedIn = z.infer<typeof signedIn>;
