import type { Columns } from '../../../api/arrow.ts';
import type { Badge } from './badges.ts';
import type { ProductRow } from './table-columns.ts';
import type { BadgeTexts } from './use-badge-texts.ts';
import './row-badges.css';

interface RowBadgesProps {
  badges: readonly Badge[];
  articles: Columns<ProductRow>;
  row: number;
  texts: BadgeTexts;
}

/** The marks of an article or its alternative. The table shows what they mean. */
export function RowBadges({ badges, articles, row, texts }: RowBadgesProps) {
  if (badges.length === 0) return null;
  return (
    <span className="row-badges">
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
          <span className="visually-hidden">{texts.whole(badge, articles, row)}</span>
        </button>
      ))}
    </span>
  );
}
