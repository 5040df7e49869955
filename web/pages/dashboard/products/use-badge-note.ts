import { type MouseEvent, useEffect, useState } from 'react';
import type { Note } from './badge-note.tsx';
import type { Badge } from './badges.ts';

/**
 * Shows what badges mean: those the pointer is on, one that was pressed, or all of a cell. Nothing any more once `rows`
 * are others.
 */
export function useBadgeNote(rows: unknown, rowAt: (place: number) => number) {
  const [kept, setKept] = useState<{ note: Note; rows: unknown } | null>(null);
  // Dropped, lest it come back unasked with rows that were there before.
  if (kept && kept.rows !== rows) setKept(null);
  const note = kept && kept.rows === rows ? kept.note : null;
  const setNote = (next: Note | null) => setKept(next && { note: next, rows });

  const isShown = note !== null;
  useEffect(() => {
    if (!isShown) return;
    // The list may scroll with the page, the note does not.
    const close = () => setKept(null);
    addEventListener('scroll', close, { passive: true, once: true });
    return () => removeEventListener('scroll', close);
  }, [isShown]);

  function noteOf(elements: readonly HTMLElement[], around: Element, pinned: boolean): Note | null {
    const place = elements[0]?.closest('tr')?.dataset.place;
    if (place === undefined) return null;
    const { left, top, bottom } = around.getBoundingClientRect();
    return { row: rowAt(Number(place)), badges: elements.map(badgeOf), place: { left, top, bottom }, pinned };
  }

  return {
    note,
    close: () => setKept(null),
    /** Shows all badges of a cell; false when it has none. */
    showCell(cell: Element | null): boolean {
      const next = cell && noteOf([...cell.querySelectorAll<HTMLElement>('[data-badge]')], cell, true);
      if (next) setNote(next);
      return Boolean(next);
    },
    handlers: {
      onMouseOver(event: MouseEvent) {
        const badge = badgeAt(event.target);
        if (badge && !note?.pinned) setNote(noteOf([badge], badge, false));
        if (!badge && note && !note.pinned) setNote(null);
      },
      onMouseLeave() {
        if (note && !note.pinned) setNote(null);
      },
      onClick(event: MouseEvent) {
        const badge = badgeAt(event.target);
        const next = badge && noteOf([badge], badge, true);
        const again =
          note?.pinned && next && note.row === next.row && note.badges[0]?.kind === next.badges[0]?.kind;
        setNote(again ? null : next);
      },
    },
  };
}

function badgeAt(target: EventTarget): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-badge]') : null;
}

function badgeOf({ dataset }: HTMLElement): Badge {
  return { kind: dataset.badge, side: dataset.side } as Badge;
}
