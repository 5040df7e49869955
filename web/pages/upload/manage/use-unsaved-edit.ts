import { useEffect, useState } from 'react';
import type { User } from '../../../api/session.ts';
import type { Statistic } from '../../../api/statistics.ts';
import { formOf, type StatisticForm } from '../form/statistic-form.ts';
import { changedGroups } from './edit-changes.ts';

interface UnsavedEdit {
  /** The row as it was when the edit began. */
  statistic: Statistic;
  form: StatisticForm;
}

const unsaved = new Map<User['id'], UnsavedEdit>();

/** The statistic that the user was editing when the session ended or the page was left, if changes were not saved. */
export function unsavedStatistic(user: User): Statistic | undefined {
  return unsaved.get(user.id)?.statistic;
}

/**
 * The entries of an edit. Changes outlive the dialog while the tab is open, for the same user, until they are saved or
 * cancelled; then `forget`.
 */
export function useUnsavedEdit(user: User, statistic: Statistic) {
  const [before] = useState(() => formOf(statistic));
  const [form, setForm] = useState(() => {
    const kept = unsaved.get(user.id);
    return kept?.statistic === statistic ? kept.form : before;
  });
  const changed = changedGroups(before, form);
  const isChanged = changed.length > 0;
  useEffect(() => {
    if (isChanged) unsaved.set(user.id, { statistic, form });
    else unsaved.delete(user.id);
  }, [user.id, statistic, form, isChanged]);
  return {
    form,
    change: (entries: Partial<StatisticForm>) => setForm((current) => ({ ...current, ...entries })),
    changed,
    forget: () => unsaved.delete(user.id),
  };
}
