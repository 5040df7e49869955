import { useState } from 'react';
import type { ListedUser } from '../../api/people.ts';
import { currentLanguage } from '../../i18n/translations.ts';
import { formOf, type UserForm } from './user-form.ts';

/**
 * The entries of a form. What was not saved outlives Back and a reload, in the tab, until it is saved or discarded; then
 * `forget`.
 */
export function useKeptForm(user: ListedUser | undefined) {
  const key = `users.form.${user?.id ?? 'new'}`;
  const [before] = useState(() => formOf(user, currentLanguage()));
  const [form, setForm] = useState<UserForm>(() => ({ ...before, ...readKept(key) }));
  return {
    before,
    form,
    isChanged: JSON.stringify(form) !== JSON.stringify(before),
    change(entries: Partial<UserForm>) {
      const changed = { ...form, ...entries };
      sessionStorage.setItem(key, JSON.stringify(changed));
      setForm(changed);
    },
    forget: () => sessionStorage.removeItem(key),
  };
}

function readKept(key: string): Partial<UserForm> {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<UserForm>;
  } catch {
    return {};
  }
}
