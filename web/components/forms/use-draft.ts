import { useEffect, useState, useSyncExternalStore } from 'react';
import { isKept, onKept, tabStorage } from '../../api/browser-storage.ts';

interface Draft<Form> {
  form: Form;
  /** What was there when the user began to change it, and its version. */
  before: Form;
  version: number | undefined;
}

/**
 * What somebody has entered and not saved. It outlives dialog, page and reload in this tab, under `key`, until `forget`,
 * together with the values and the version that it began with; what is as it was at the start is nothing to keep, and
 * follows `now`.
 */
export function useDraft<Form extends object>(key: string, now: Form, version?: number) {
  const storageKey = `draft:${key}`;
  const [held, setHeld] = useState(() => ({ storageKey, draft: kept<Form>(storageKey) }));
  const { draft } = held;
  // What was entered for something else stays with it.
  if (held.storageKey !== storageKey) setHeld({ storageKey, draft: kept<Form>(storageKey) });
  useEffect(() => {
    if (held.draft) tabStorage.writeWork(held.storageKey, JSON.stringify(held.draft));
    else tabStorage.remove(held.storageKey);
  }, [held]);
  return {
    ...(draft ?? { form: now, before: now, version }),
    isChanged: draft !== null,
    /** False where the browser can't keep it: then it does not outlive the page. */
    isKept: useIsKept(storageKey),
    change: (fields: Partial<Form>) =>
      setHeld((current) => {
        const { form, ...begin } = current.draft ?? { form: now, before: now, version };
        const changed = { ...form, ...fields };
        const isAsBefore = JSON.stringify(changed) === JSON.stringify(begin.before);
        return { ...current, draft: isAsBefore ? null : { form: changed, ...begin } };
      }),
    forget() {
      // At once too: who forgets is often gone before effects run.
      tabStorage.remove(storageKey);
      setHeld({ storageKey, draft: null });
    },
  };
}

function kept<Form>(storageKey: string): Draft<Form> | null {
  try {
    const draft = JSON.parse(tabStorage.read(storageKey) ?? 'null') as Partial<Draft<Form>> | null;
    return draft?.form && draft.before
      ? { form: draft.form, before: draft.before, version: draft.version }
      : null;
  } catch {
    return null;
  }
}

/** False while the browser does not keep what was entered under this key. */
export function useIsKept(key: string): boolean {
  return useSyncExternalStore(onKept, () => isKept(key));
}
