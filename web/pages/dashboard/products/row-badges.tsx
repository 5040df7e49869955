import type { Badge } from './badges.ts';
import type { BadgeTexts, FactOf } from './use-badge-texts.ts';
import './row-badges.css';

interface RowBadgesProps {
  badges: readonly Badge[];
  factOf: FactOf;
  texts: BadgeTexts;
}

/** The marks of an article or its alternative. The table shows what they mean. */
export function RowBadges({ badges, factOf, texts }: RowBadgesProps) {
  if (badges.length === 0) return null;
  return (
    <span className="row gap-1 row--tight row-badges">
      {badges.map((badge) => (
        <button
          key={badge.kind}
          type="button"
          tabIndex={-1}
          className="row-badge"
          data-badge={badge.kind}
          data-side={badge.side}
        >
          <span aria-hidden="true">{texts.short(badge.kind)}</span>
          <span className="visually-hidden">{texts.whole(badge, factOf)}</span>
        </button>
      ))}
    </span>
  );
}
