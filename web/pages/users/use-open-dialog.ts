import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';

const names = ['user', 'delete', 'deactivate'] as const;

export interface OpenDialog {
  kind: (typeof names)[number];
  /** Of a user; null: a new one. */
  id: number | null;
}

/**
 * The dialog that the address names: `?user=new`, `?user=7`, `?delete=7`, `?deactivate=7`. Back closes it, a reload leaves it open, and the
 * focus returns to where it was opened.
 */
export function useOpenDialog() {
  const [parameters, setParameters] = useSearchParams();
  const kind = names.find((name) => parameters.has(name));
  const value = kind && parameters.get(kind);
  const open: OpenDialog | null = kind
    ? { kind, id: /^\d{1,9}$/.test(value ?? '') ? Number(value) : null }
    : null;
  const about = open && String(open.id ?? 'new');
  const before = useRef<string>(null);
  useEffect(() => {
    if (about === null && before.current !== null) focusButtonOf(before.current);
    before.current = about;
  }, [about]);

  /** Null closes, which leaves no step to an open dialog in the history. */
  function go(dialog: OpenDialog | null) {
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        for (const name of names) next.delete(name);
        if (dialog) next.set(dialog.kind, dialog.id === null ? 'new' : String(dialog.id));
        return next;
      },
      { replace: dialog === null, preventScrollReset: true },
    );
  }
  return { open, go };
}

/** Who is gone has no button any more. */
function focusButtonOf(about: string): void {
  const button = (of: string) => document.querySelector<HTMLElement>(`[data-user="${of}"]`);
  (button(about) ?? button('new'))?.focus();
}
