import { useEffect, useEffectEvent } from 'react';
import { isGs1 } from './codes.ts';

/** Milliseconds between two keys of a scanner at most; nobody types that fast. */
const gap = 80;
const shortest = 6;

/**
 * Told of what a keyboard-wedge scanner reads, wherever the focus is: digits, or what a GS1 DataMatrix says, and Enter,
 * quickly.
 */
export function useScanner(isOn: boolean, onScan: (code: string) => void): void {
  const scanned = useEffectEvent(onScan);
  useEffect(() => {
    if (!isOn) return;
    let code = '';
    let last = 0;
    let before: { field: HTMLInputElement; value: string } | null = null;

    function onKeyDown(event: KeyboardEvent) {
      // Where lists are entered, codes are text.
      if (event.target instanceof HTMLTextAreaElement) return;
      const quick = event.timeStamp - last <= gap;
      const isModified = event.ctrlKey || event.metaKey || event.altKey;
      if (event.key.length === 1 && !isModified) {
        if (!quick) code = '';
        if (code === '') before = fieldOf(event.target);
        code += event.key;
        last = event.timeStamp;
        return;
      }
      // Capital letters, and what stands between the parts of a GS1 DataMatrix.
      if (quick && (isModified || /^(Shift|Control|Alt|AltGraph)$/.test(event.key))) return;
      if (event.key === 'Enter' && quick && isCode(code)) {
        event.preventDefault();
        event.stopPropagation();
        // What went into a field was not meant for it.
        if (before) enter(before.field, before.value);
        scanned(code);
      }
      code = '';
    }
    document.addEventListener('keydown', onKeyDown, { capture: true });
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [isOn]);
}

/** The digits behind letters are a batch, and none of a product. */
function isCode(text: string): boolean {
  return /^\d+$/.test(text) ? text.length >= shortest : isGs1(text);
}

function fieldOf(target: EventTarget | null) {
  return target instanceof HTMLInputElement ? { field: target, value: target.value } : null;
}

/** Sets a field as if it had been typed, so that React takes notice. */
function enter(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
