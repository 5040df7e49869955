import { z } from 'zod';

/** Pages that signing in can lead to. */
export const startPages = ['uploads', 'today'] as const;

/** A user, without secrets. */
const user = z.strictObject({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  role: z.enum(['User', 'Admin']),
  Active: z.boolean(),
  FullDataAccess: z.boolean(),
  parentUserId: z.int().nullable(),
  replacementUserId: z.int().nullable(),
  language: z.string(),
  startPage: z.enum(startPages).describe('the page that signing in leads to'),
});

export const person = z.strictObject({ id: z.int(), name: z.string() });

/** A user with the people whose uploads they see besides their own. */
export const currentUser = user.extend({
  subordinates: z.array(person).describe('who reports to them, directly or through others, by name'),
  replacementFor: z.array(person).describe('whom they replace, by name'),
});

/** Whom a session has begun for: its bearer token, and what makes this browser known at the next sign-in. */
export const signedIn = currentUser.extend({ token: z.string(), device: z.string() });

/** A session of a user, or an access token of a program in their name. */
export const session = z.strictObject({
  id: z.int(),
  begunAt: z.string().describe('instant'),
  usedAt: z.string().describe('instant of the last use, to ten minutes'),
  browser: z.string().nullable().describe('for example Firefox; null: not known'),
  system: z.string().nullable().describe('for example Windows; null: not known'),
  name: z.string().nullable().describe('of an access token; null: a session'),
  endsAt: z.string().describe('instant; a session in use may go on'),
  isThis: z.boolean().describe('whether it is the session of who asks'),
});

/** What is kept of a user, by kind of data; each row as PostgreSQL has it. */
export const personalData = z.record(z.string(), z.array(z.record(z.string(), z.unknown())));

/** A user as administrators see them. */
export const listedUser = currentUser.extend({
  lastSignIn: z.string().nullable().describe('instant; null: never since this is written down'),
  uploads: z.int().describe('statistics that are not deleted'),
  hasPassword: z.boolean().describe('false: invited, and no password set yet'),
  version: z.int().describe('what If-Match takes; signing in does not change it'),
});

/** A user as saved; `mailFailed`: the mail server has not taken the mail that belongs to it; the portal goes on trying. */
export const savedUser = listedUser.extend({ mailFailed: z.boolean() });

/** What deleting a user does, before it is done. */
export const deletionEffect = z.strictObject({
  handedOverTo: person
    .nullable()
    .describe('who gets uploads, carts, orders, notes, calls, reminders and scenarios; null: nobody'),
  loseSight: z
    .array(person)
    .describe('who sees the uploads now and will not any more, but for administrators and full data access'),
  uploads: z.int().describe('statistics that stay; their uploader is shown as deleted unless handed over'),
  carts: z.int().describe('carts with something in them that go with the user unless handed over'),
  cartsOfBoth: z
    .int()
    .describe('of these, of statistics of which `handOverTo` has a cart too; both are kept'),
  orders: z.int().describe('orders that stay, for administrators alone unless handed over'),
  notes: z.int().describe('notes of customers that go with the user unless handed over'),
  actions: z.int().describe('calls, orders and reminders of customers that do likewise'),
  scenarios: z.int().describe('kept scenarios of statistics that do likewise'),
  feeds: z.int().describe('feeds that end'),
  alerts: z.boolean().describe('whether mails of stock-outs end'),
  reports: z.array(person).describe('who reports to the user, and from then on to whom the user reports to'),
  replacementFor: z.array(person).describe('whom nobody replaces any more'),
});

/** How a session goes on after its user has set another password. */
export const renewedSession = z.strictObject({
  token: z.string(),
  remembered: z.boolean().describe('it ends after 365 days at most, else when it is not used'),
});

export type StartPage = (typeof startPages)[number];
export type User = z.infer<typeof user>;
export type Person = z.infer<typeof person>;
export type CurrentUser = z.infer<typeof currentUser>;
export type SignedIn = z.infer<typeof signedIn>;
export type ListedUser = z.infer<typeof listedUser>;
export type Session = z.infer<typeof session>;
export type PersonalData = z.infer<typeof personalData>;
export type SavedUser = z.infer<typeof savedUser>;
export type DeletionEffect = z.infer<typeof deletionEffect>;
export type RenewedSession = z.infer<typeof renewedSession>;
