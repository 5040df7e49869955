import { useEffect, useState } from 'react';
import type { User } from '../../../api/session.ts';
import { firstStep, type GuideStep, rememberStep } from '../guide/guide-steps.ts';
import { emptyForm, type StatisticForm } from './statistic-form.ts';

interface Unsent {
  form: StatisticForm;
  /** The step of the instructions that is open; null: the entries are. */
  guide: GuideStep | null;
}

const unsent = new Map<User['id'], Unsent>();

addEventListener('beforeunload', (event) => {
  if ([...unsent.values()].some(({ form }) => form.file)) event.preventDefault();
});

/**
 * What the user has entered for an upload and where. It outlives the dialog while the tab is open, for the same user:
 * when the session ends, or the dialog is closed but not cancelled, nothing has to be entered again. `forget` is for
 * what was sent or cancelled. Leaving the site asks first while there is a file to lose.
 */
export function useUnsentForm(user: User) {
  const [entered, setEntered] = useState<Unsent>(
    () => unsent.get(user.id) ?? { form: emptyForm(user), guide: firstStep() },
  );
  useEffect(() => {
    unsent.set(user.id, entered);
  }, [user.id, entered]);
  return {
    form: entered.form,
    change: (changed: Partial<StatisticForm>) =>
      setEntered((current) => ({ ...current, form: { ...current.form, ...changed } })),
    guide: entered.guide,
    setGuide: (guide: GuideStep | null) => {
      if (guide) rememberStep(guide);
      setEntered((current) => ({ ...current, guide }));
    },
    forget: () => unsent.delete(user.id),
  };
}

/** What the user has begun to enter for an upload and neither sent nor dropped. */
export function draftOf(user: User): StatisticForm | undefined {
  const form = unsent.get(user.id)?.form;
  if (!form) return undefined;
  const empty = emptyForm(user);
  const names = Object.keys(empty) as (keyof StatisticForm)[];
  return names.some((name) => form[name] !== empty[name]) ? form : undefined;
}

/** Drops the draft; what it returns brings it back, unless another was begun meanwhile. */
export function discardDraft(user: User): () => void {
  const dropped = unsent.get(user.id);
  unsent.delete(user.id);
  return () => {
    if (dropped && !draftOf(user)) unsent.set(user.id, dropped);
  };
}

/** Enters files into the draft, or a new one, so that the dialog opens with them: at the entries where nothing is missing. */
export function addToDraft(user: User, files: Partial<StatisticForm>): void {
  const form = { ...(unsent.get(user.id)?.form ?? emptyForm(user)), ...files };
  const isComplete = form.file && (form.testUpload || form.consentFile);
  unsent.set(user.id, { form, guide: isComplete ? null : 'files' });
}
