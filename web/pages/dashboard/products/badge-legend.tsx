import { type BadgeKind, badgeKinds } from './badges.ts';
import './row-badges.css';
import type { BadgeTexts } from './use-badge-texts.ts';

interface BadgeLegendProps {
  label: string;
  texts: BadgeTexts;
  kinds?: readonly BadgeKind[];
}

/** What the badges of the list mean. */
export function BadgeLegend({ label, texts, kinds = badgeKinds }: BadgeLegendProps) {
  return (
    <ul className="row gap-4 row--top plain-list note badge-legend" aria-label={label}>
      {kinds.map((kind) => (
        <li key={kind}>
          <span className="row-badge" data-badge={kind} aria-hidden="true">
            {texts.short(kind)}
          </span>
          {texts.title({ kind, side: 'product' })}
        </li>
      ))}
    </ul>
  );
}
