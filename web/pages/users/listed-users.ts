import { folded, wordsOf } from '#shared/searched-text.ts';
import type { ListedUser } from '../../api/people.ts';

export interface Branch {
  user: ListedUser;
  /** Who reports to the user, by the order of the list. */
  reports: Branch[];
  /** False: only there because somebody below is. */
  isFound: boolean;
}

/**
 * Who reports to whom, from those who report to nobody on. Of whom is not `found` only those are there to whom somebody
 * found reports, directly or through others. Where users report in a circle the first one of the list stands on top.
 */
export function reportingTree(users: readonly ListedUser[], found: readonly ListedUser[]): Branch[] {
  const byId = new Map(users.map((user) => [user.id, user]));
  const wanted = new Set(found.map(({ id }) => id));
  const shown = new Set(found.flatMap((user) => lineOf(user)));
  const placed = new Set<number>();
  const isTop = ({ parentUserId }: ListedUser) => parentUserId === null || !byId.has(parentUserId);
  const tops = users.filter((user) => shown.has(user.id) && isTop(user)).map(branch);
  const circles = users.flatMap((user) => (shown.has(user.id) && !placed.has(user.id) ? [branch(user)] : []));
  return [...tops, ...circles];

  function branch(user: ListedUser): Branch {
    placed.add(user.id);
    const reports = users.flatMap((each) =>
      each.parentUserId === user.id && shown.has(each.id) && !placed.has(each.id) ? [branch(each)] : [],
    );
    return { user, reports, isFound: wanted.has(user.id) };
  }

  function lineOf(user: ListedUser): number[] {
    const line = new Set<number>();
    for (let at: ListedUser | undefined = user; at && !line.has(at.id); at = above(at)) line.add(at.id);
    return [...line];
  }

  function above({ parentUserId }: ListedUser): ListedUser | undefined {
    return parentUserId === null ? undefined : byId.get(parentUserId);
  }
}

/** Users in whom every word of the text occurs: names of themselves, whom they report to and who replaces them, address. */
export function findUsers(users: readonly ListedUser[], text: string): readonly ListedUser[] {
  const words = wordsOf(text);
  if (words.length === 0) return users;
  const names = new Map(users.map(({ id, name }) => [id, name]));
  return users.filter(({ name, email, parentUserId, replacementUserId }) => {
    const others = [parentUserId, replacementUserId].map((id) => (id === null ? '' : names.get(id)));
    const searched = folded([name, email, ...others].join('\n'));
    return words.every((word) => searched.includes(word));
  });
}
