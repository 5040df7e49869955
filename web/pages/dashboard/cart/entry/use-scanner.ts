import { useEffect, useEffectEvent } from 'react';

/** Milliseconds between two keys of a scanner at most; nobody types that fast. */
const gap = 80;
const shortest = 6;

/** Told of what a keyboard-wedge scanner reads, wherever the focus is: digits and Enter, quickly. */
export function useScanner(isOn: boolean, onScan: (digits: string) => void): void {
  const scanned = useEffectEvent(onScan);
  useEffect(() => {
    if (!isOn) return;
    let digits = '';
    let last = 0;
    let before: { field: HTMLInputElement; value: string } | null = null;

    function onKeyDown(event: KeyboardEvent) {
      // Where lists are entered, codes are text.
      if (event.target instanceof HTMLTextAreaElement) return;
      const quick = event.timeStamp - last <= gap;
      if (/^\d$/.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) {
        if (!quick) digits = '';
        if (digits === '') before = fieldOf(event.target);
        digits += event.key;
        last = event.timeStamp;
        return;
      }
      if (event.key === 'Enter' && quick && digits.length >= shortest) {
        event.preventDefault();
        event.stopPropagation();
        // What went into a field was not meant for it.
        if (before) enter(before.field, before.value);
        scanned(digits);
      }
      digits = '';
    }
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isOn]);
}

function fieldOf(target: EventTarget | null) {
  return target instanceof HTMLInputElement ? { field: target, value: target.value } : null;
}

/** Sets a field as if it had been typed, so that React takes notice. */
function enter(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
