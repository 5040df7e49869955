import type { GroupingName } from '#shared/groupings.ts';
import type { Article } from './assortment.ts';
import type { Pack } from './catalogue.ts';

/** First letter of an ATC code, where it is one of the fifteen groups. */
function atcGroupOf({ atc }: Pack): string | null {
  const letter = atc?.[0] ?? null;
  return letter !== null && 'ABCDGHJLMNPQRSV'.includes(letter) ? letter : null;
}

/** The group of a pack: what the catalogue's column of that name says, where no other rule is known. */
export function groupOfPack(grouping: GroupingName): (pack: Pack) => string | null {
  if (grouping === 'atc') return atcGroupOf;
  return ({ written }) => (written as Record<string, string>)[grouping] || null;
}

/** The group of an article; none of one that the catalogue does not know. */
export function groupOf(grouping: GroupingName): (article: Article) => string | null {
  const group = groupOfPack(grouping);
  return ({ pack }) => pack && group(pack);
}
