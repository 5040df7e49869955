import type { User } from './api/session.ts';
import type { Audience, Page, PageGroup } from './page.ts';
import { pages } from './page-list.ts';

const rules: Record<Audience, (user: User | null) => boolean> = {
  everyone: () => true,
  guests: (user) => user === null,
  signedIn: (user) => user !== null,
  withPeople: (user) =>
    user !== null &&
    (user.role === 'Admin' ||
      user.FullDataAccess ||
      user.subordinates.length > 0 ||
      user.replacementFor.length > 0),
  admin: (user) => user?.role === 'Admin',
};

/** Whether a user (null: visitor) belongs to an audience. Throws for an unknown audience. */
export function isFor(audience: Audience, user: User | null): boolean {
  if (!Object.hasOwn(rules, audience)) throw new Error(`There is no audience "${audience}".`);
  return rules[audience](user);
}

/** The pages of a group for a user; while the user is unknown, those for visitors. */
export function pagesFor(user: User | null | undefined, group: PageGroup): readonly Page[] {
  return pages.filter(
    (page: Page) => page.group === group && isFor(page.offeredTo ?? page.audience, user ?? null),
  );
}
