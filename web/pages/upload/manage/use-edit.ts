import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { announceChange } from '../../../api/changed-statistics.ts';
import { ApiFailure } from '../../../api/client.ts';
import type { Statistic } from '../../../api/statistics.ts';
import { editStatistic, mergeIntoLists, nonEmpty, type StatisticEdit } from '../../../api/statistics.ts';
import type { StatisticForm } from '../form/statistic-form.ts';
import { type EditConflict, type EditGroup, editOf, readConflict } from './edit-changes.ts';

interface Attempt {
  form: StatisticForm;
  groups: readonly EditGroup[];
  revision: number;
  handsCart: boolean;
}

/** Saves edits of a statistic, each based on the newest revision that the user has seen. */
export function useEdit(statistic: Statistic, onSaved: () => void) {
  const queryClient = useQueryClient();
  const [conflict, setConflict] = useState<EditConflict>();
  const saving = useRef(false);
  const mutation = useMutation({
    mutationFn: ({ form, groups, revision, handsCart }: Attempt) =>
      editStatistic(
        statistic.bezugsStatistikID,
        revision,
        { ...editOf(form, groups), ...(handsCart && { handOverCart: true }) },
        groups.includes('testUpload') && !form.testUpload ? form.consentFile : null,
      ),
    onSuccess: (answer, { form, groups }) => {
      const cleared = emptied(editOf(form, groups));
      mergeIntoLists(queryClient, statistic.bezugsStatistikID, { ...nonEmpty(answer), ...cleared });
      announceChange(statistic.directLinkId);
      onSaved();
    },
    onError: (error, attempt) => {
      const found = isConflict(error) ? readConflict(attempt.form, error.issues) : undefined;
      // What was changed meanwhile is something else, or the same: nothing to decide.
      if (found?.groups.length === 0) {
        mutation.mutate({ ...attempt, revision: found.revision });
        return;
      }
      saving.current = false;
      if (found) setConflict(found);
    },
  });
  return {
    /** `handsCart`: a new uploader gets the cart of the one before, too. */
    save(form: StatisticForm, groups: readonly EditGroup[], handsCart: boolean) {
      // A double click comes before the button is seen to be busy, or after what it saves is saved.
      if (saving.current) return;
      saving.current = true;
      mutation.mutate({ form, groups, revision: conflict?.revision ?? statistic.revision, handsCart });
    },
    isSaving: mutation.isPending,
    error: isConflict(mutation.error) ? null : mutation.error,
    conflict,
  };
}

function isConflict(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && error.code === 'statistic_conflict';
}

/** Fields of the row that the user has emptied. */
function emptied(edit: StatisticEdit): Partial<Statistic> {
  const row = Object.fromEntries(Object.entries(edit).filter(([, value]) => value === null));
  if (!('headerImageId' in row)) return row;
  const { headerImageId: _, ...rest } = row;
  return { ...rest, headerImage: null };
}
