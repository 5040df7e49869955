import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/formats.ts';

interface MembersBesideProps {
  chosen: readonly string[];
  /** What somebody else chose. */
  other: readonly string[];
  offered: readonly { id: string; name: string }[];
}

const MOST_NAMES = 10;

/** How many members there are, and by name those that the other choice lacks. */
export function MembersBeside({ chosen, other, offered }: MembersBesideProps) {
  const { t } = useTranslation('focusGroups');
  const others = new Set(other);
  const own = chosen.filter((member) => !others.has(member));
  const names = own
    .slice(0, MOST_NAMES)
    .map((member) => offered.find(({ id }) => id === member)?.name ?? member);
  if (own.length > MOST_NAMES) names.push(t('beside.more', { more: formatCount(own.length - MOST_NAMES) }));
  const count = t('beside.chosen', { count: chosen.length, chosen: formatCount(chosen.length) });
  return <>{names.length > 0 ? `${count}; ${t('beside.only', { names: names.join(', ') })}` : count}</>;
}
