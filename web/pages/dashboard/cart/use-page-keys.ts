import { useEffect, useEffectEvent } from 'react';
import { isList, readPacks } from './entry/codes.ts';

interface PageKeys {
  undo: () => void;
  redo: () => void;
  paste: (text: string) => void;
  /** What was pasted into a field for packs and is no number of them. */
  unfit: (text: string, reason: 'packs' | 'tooMany') => void;
}

/** Undo, redo and lists that are pasted, anywhere on the page but in fields that have their own. */
export function usePageKeys(isOn: boolean, { undo, redo, paste, unfit }: PageKeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isElsewhere(event.target)) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    if (key === 'y' || event.shiftKey) redo();
    else undo();
  });
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (isElsewhere(event.target)) return;
    if (isList(text)) {
      event.preventDefault();
      paste(text);
    } else if (event.target instanceof HTMLInputElement && text.trim() !== '') {
      event.preventDefault();
      const packs = readPacks(text);
      if (typeof packs === 'string') unfit(text.trim(), packs);
      else putInto(event.target, String(packs));
    }
  });
  useEffect(() => {
    if (!isOn) return;
    const over = new AbortController();
    document.addEventListener('keydown', onKeyDown, { signal: over.signal });
    document.addEventListener('paste', onPaste, { signal: over.signal });
    return () => over.abort();
  }, [isOn]);
}

/** In place of what is marked, as if it had been typed. */
function putInto(field: HTMLInputElement, digits: string): void {
  field.setRangeText(digits, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** In a dialog, or in a field for text. */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('[role="dialog"]')) return true;
  return target.matches('input:not([data-control="packs"]), textarea, select');
}
