import { useCallback, useEffect, useState } from 'react';
import { useBeforeUnload } from 'react-router';
import type { User } from '../../../api/session.ts';
import { firstStep, type GuideStep } from '../guide/guide-steps.ts';
import { emptyForm, type StatisticForm } from './statistic-form.ts';

interface Unsent {
  userId: User['id'];
  form: StatisticForm;
  /** The step of the instructions that is open; null: the entries are. */
  guide: GuideStep | null;
}

let unsent: Unsent | null = null;

/**
 * What the user has entered for an upload and where. It outlives the dialog while the tab is open, for the same user:
 * when the session ends or Back leaves the page, nothing has to be entered again. `forget` is for what was sent or
 * cancelled. Leaving the site asks first while there is a file to lose.
 */
export function useUnsentForm(user: User) {
  const [entered, setEntered] = useState<Unsent>(() =>
    unsent?.userId === user.id ? unsent : { userId: user.id, form: emptyForm(user), guide: firstStep() },
  );
  useEffect(() => {
    unsent = entered;
  }, [entered]);
  useBeforeUnload(useCallback((event) => unsent?.form.file && event.preventDefault(), []));
  return {
    form: entered.form,
    change: (changed: Partial<StatisticForm>) =>
      setEntered((current) => ({ ...current, form: { ...current.form, ...changed } })),
    guide: entered.guide,
    setGuide: (guide: GuideStep | null) => setEntered((current) => ({ ...current, guide })),
    forget: () => {
      unsent = null;
    },
  };
}
