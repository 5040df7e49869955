import { useEffect, useState } from 'react';

/**
 * What somebody has entered and not saved. It outlives dialog, page and reload in this tab, under `key`, until `forget`; what
 * is as it was at the start is nothing to keep.
 */
export function useDraft<Form extends object>(key: string, before: Form) {
  const storageKey = `draft:${key}`;
  const [form, setForm] = useState<Form>(() => ({ ...before, ...kept<Form>(storageKey) }));
  const isChanged = JSON.stringify(form) !== JSON.stringify(before);
  useEffect(() => {
    if (isChanged) sessionStorage.setItem(storageKey, JSON.stringify(form));
    else sessionStorage.removeItem(storageKey);
  }, [storageKey, form, isChanged]);
  return {
    form,
    isChanged,
    change: (fields: Partial<Form>) => setForm((current) => ({ ...current, ...fields })),
    forget: () => setForm(before),
  };
}

function kept<Form>(storageKey: string): Partial<Form> {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<Form>;
  } catch {
    return {};
  }
}
