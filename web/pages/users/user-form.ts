import type { Language } from '#shared/languages.ts';
import type { ListedUser, UserFields } from '../../api/people.ts';

/** What a user's form holds but the password, which is never kept. */
export interface UserForm extends UserFields {
  /** A new user gets: a mail with a link, or a password that is set here. */
  access: 'invitation' | 'password';
}

export const fieldNames = [
  'name',
  'email',
  'role',
  'language',
  'parentUserId',
  'replacementUserId',
  'FullDataAccess',
] as const satisfies (keyof UserFields)[];

export function formOf(user: ListedUser | undefined, language: Language): UserForm {
  return {
    name: user?.name ?? '',
    email: user?.email ?? '',
    role: user?.role ?? 'User',
    language: user?.language ?? language,
    parentUserId: user?.parentUserId ?? null,
    replacementUserId: user?.replacementUserId ?? null,
    FullDataAccess: user?.FullDataAccess ?? false,
    access: 'invitation',
  };
}

/** As it is sent: without spaces around. */
export function fieldsOf({ access: _, ...fields }: UserForm): UserFields {
  return { ...fields, name: fields.name.trim(), email: fields.email.trim() };
}

/** What differs from the user as the form began with it. */
export function changedFields(before: UserForm, after: UserForm): Partial<UserFields> {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return Object.fromEntries(
    fieldNames.filter((name) => was[name] !== is[name]).map((name) => [name, is[name]]),
  );
}

export function isAddress(email: string): boolean {
  return /^\S+@\S+\.\S+$/.test(email.trim());
}
