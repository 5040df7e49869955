import { folded, wordsOf } from '#shared/searched-text.ts';
import type { ListedUser } from '../../api/people.ts';

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
