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
