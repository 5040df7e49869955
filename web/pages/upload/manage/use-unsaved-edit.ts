import { useEffect, useState } from 'react';
import { tabStorage } from '../../../api/browser-storage.ts';
import type { User } from '../../../api/session.ts';
import type { Statistic } from '../../../api/statistics.ts';
import { useIsKept } from '../../../components/forms/use-draft.ts';
import { formOf, type StatisticForm } from '../form/statistic-form.ts';
import { changedGroups } from './edit-changes.ts';

interface UnsavedEdit {
  /** The row as it was when the edit began. */
  statistic: Statistic;
  /** Files in it do not outlive the document. */
  form: StatisticForm;
}

/** The statistic that the user was editing last when the session ended or the page was left, if changes were not saved. */
export function unsavedStatistic(user: User): Statistic | undefined {
  return unsavedEdits(user).at(-1)?.statistic;
}

/**
 * The entries of an edit. Changes outlive the dialog, the page and a reload in this tab, for the same user, until they are
 * saved or cancelled; then `forget`. `begun` is the row that they are based on.
 */
export function useUnsavedEdit(user: User, statistic: Statistic) {
  const [{ statistic: begun, form: entered }] = useState<UnsavedEdit>(
    () => unsavedEdits(user).find(isOf(statistic)) ?? { statistic, form: formOf(statistic) },
  );
  const [before] = useState(() => formOf(begun));
  const [form, setForm] = useState(entered);
  const changed = changedGroups(before, form);
  const isChanged = changed.length > 0;
  useEffect(() => {
    keep(user, begun, isChanged ? form : null);
  }, [user, begun, form, isChanged]);
  return {
    begun,
    form,
    change: (entries: Partial<StatisticForm>) => setForm((current) => ({ ...current, ...entries })),
    changed,
    isKept: useIsKept(storageKey(user)),
    forget: () => keep(user, begun, null),
  };
}

/** For as long as the document lives, whoever signs in meanwhile: the tab's storage is emptied for others. */
const inDocument = new Map<User['id'], UnsavedEdit[]>();
const storageKey = (user: User) => `unsaved-edits:${user.id}`;

function unsavedEdits(user: User): UnsavedEdit[] {
  return inDocument.get(user.id) ?? storedEdits(user);
}

function storedEdits(user: User): UnsavedEdit[] {
  try {
    const kept: unknown = JSON.parse(tabStorage.read(storageKey(user)) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

function keep(user: User, statistic: Statistic, form: StatisticForm | null): void {
  const others = unsavedEdits(user).filter((edit) => !isOf(statistic)(edit));
  const edits = form ? [...others, { statistic, form }] : others;
  inDocument.set(user.id, edits);
  if (edits.length === 0) tabStorage.remove(storageKey(user));
  else tabStorage.writeWork(storageKey(user), JSON.stringify(edits.map(withoutFiles)));
}

function withoutFiles({ statistic, form }: UnsavedEdit): UnsavedEdit {
  return { statistic, form: { ...form, file: null, consentFile: null } };
}

/** By the link, which no other statistic ever has; a database that lost some gives their numbers again. */
function isOf({ directLinkId }: Statistic): (edit: UnsavedEdit) => boolean {
  return ({ statistic }) => statistic.directLinkId === directLinkId;
}
