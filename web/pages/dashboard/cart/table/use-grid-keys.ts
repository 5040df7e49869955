import { type KeyboardEvent, type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';

/** What of a row can have the focus, from left to right. */
const controls = [
  'open',
  'packs',
  'transfer',
  'reset',
  'available',
  'provider',
  'gain',
  'publicPriceDifference',
  'deductibleBefore',
  'deductibleAfter',
  'instead',
] as const;
export type Control = (typeof controls)[number];

export interface ActiveControl {
  gtin: string;
  control: Control;
}

interface GridKeysOptions {
  /** GTINs in the order of the rows. */
  gtins: readonly string[];
  /** Rows of a screenful. */
  page: number;
  /** Brings a row into sight. */
  reveal: (gtin: string) => void;
  /** The typed packs are meant. */
  onSettle: () => void;
  /** Takes back what was typed since the field was entered; false where there is nothing to take back. */
  onTakeBack: (gtin: string) => boolean;
}

/** Moves the focus through a table of fields and buttons, which Tab enters at the last one. */
export function useGridKeys(box: RefObject<HTMLElement | null>, options: GridKeysOptions) {
  const [active, setActive] = useState<ActiveControl | null>(null);
  const { gtins } = options;

  function focusOn(gtin: string, control: Control): boolean {
    flushSync(() => setActive({ gtin, control }));
    options.reveal(gtin);
    const found = find(gtin, control) ?? find(gtin, 'packs') ?? find(gtin, 'open');
    found?.focus({ preventScroll: true });
    // The box may reach beyond the window.
    found?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (found instanceof HTMLInputElement) found.select();
    return found !== null && found !== undefined;
  }

  function find(gtin: string, control: Control): HTMLElement | null | undefined {
    return box.current?.querySelector<HTMLElement>(
      `[data-gtin="${CSS.escape(gtin)}"] [data-control="${control}"]:not(:disabled)`,
    );
  }

  /** The row so many rows further, or the last one on the way. */
  function step(from: ActiveControl, rows: number): boolean {
    const place = gtins.indexOf(from.gtin);
    const next = Math.min(gtins.length - 1, Math.max(0, place + rows));
    return next !== place && focusOn(gtins[next]!, from.control);
  }

  function sideways(from: ActiveControl, direction: 1 | -1): boolean {
    for (let place = controls.indexOf(from.control) + direction; controls[place]; place += direction) {
      if (find(from.gtin, controls[place]!)) return focusOn(from.gtin, controls[place]!);
    }
    return false;
  }

  /** True when the key was for the table. */
  function handled(event: KeyboardEvent, from: ActiveControl): boolean {
    const { key, shiftKey, target } = event;
    const field = target instanceof HTMLInputElement ? target : null;
    if (event.altKey || event.metaKey || (event.ctrlKey && key !== 'Home' && key !== 'End')) return false;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      step(from, key === 'ArrowDown' ? 1 : -1);
      return true;
    }
    if (key === 'PageDown' || key === 'PageUp') {
      step(from, key === 'PageDown' ? options.page : -options.page);
      return true;
    }
    if (event.ctrlKey) return step(from, key === 'Home' ? -gtins.length : gtins.length);
    if (key === 'ArrowLeft') return (!field || isAt(field, 0)) && sideways(from, -1);
    if (key === 'ArrowRight') return (!field || isAt(field, field.value.length)) && sideways(from, 1);
    if (!field) return key === 'Escape' && leave();
    if (key === 'Enter') {
      options.onSettle();
      if (!step(from, shiftKey ? -1 : 1)) field.select();
      return true;
    }
    if (key === 'Tab') return step(from, shiftKey ? -1 : 1);
    if (key === 'Escape') {
      if (!options.onTakeBack(from.gtin)) return leave();
      requestAnimationFrame(() => field.select());
      return true;
    }
    return false;
  }

  /** Out of the table, to what comes after it. */
  function leave(): boolean {
    const next = box.current?.parentElement?.querySelector<HTMLElement>('[data-after-table]');
    next?.focus();
    return next !== null && next !== undefined;
  }

  return {
    active: active && gtins.includes(active.gtin) ? active : null,
    focusOn,
    handlers: {
      onKeyDown(event: KeyboardEvent) {
        const from = controlOf(event.target);
        if (from && handled(event, from)) event.preventDefault();
      },
      onFocus({ target }: { target: EventTarget }) {
        const focused = controlOf(target);
        if (focused) setActive(focused);
      },
    },
  };
}

function controlOf(target: EventTarget): ActiveControl | null {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-control]') : null;
  const gtin = element?.closest<HTMLElement>('[data-gtin]')?.dataset.gtin;
  return element && gtin !== undefined ? { gtin, control: element.dataset.control as Control } : null;
}

/** Whether the caret, or one end of the selection, is there: an arrow key has nowhere to go in the field. */
function isAt(field: HTMLInputElement, place: number): boolean {
  const { selectionStart, selectionEnd, value } = field;
  const whole = selectionStart === 0 && selectionEnd === value.length;
  return whole || (selectionStart === place && selectionEnd === place);
}
