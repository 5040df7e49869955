import { badgeKinds } from './badges.ts';
import './badge-legend.css';
import type { BadgeTexts } from './use-badge-texts.ts';

/** What the badges of the list mean. */
export function BadgeLegend({ label, texts }: { label: string; texts: BadgeTexts }) {
  return (
    <ul className="badge-legend" aria-label={label}>
      {badgeKinds.map((kind) => (
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
