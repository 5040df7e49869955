import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiFailure } from '../../api/client.ts';

/** A form, what it began with, and the version of that; undefined where there is none yet. */
export interface Edit<Form> {
  form: Form;
  before: Form;
  version: number | undefined;
}

interface Conflict<Form> {
  /** The user's own edit on top of what is stored. */
  form: Form;
  stored: Form;
  version: number;
  /** What both have changed. */
  names: (keyof Form & string)[];
}

export interface VersionedSave<Form> {
  save: (edit: Edit<Form>) => void;
  conflict: Conflict<Form> | undefined;
  /** Saves the user's own values of `mine` among those of the conflict; gives whether there was anything to save. */
  choose: (mine: readonly (keyof Form & string)[]) => boolean;
  giveUp: () => void;
  isPending: boolean;
  isError: boolean;
  error: Error | null;
  reset: () => void;
}

interface WaysToSave<Form, Saved> {
  save: (edit: Edit<Form>) => Promise<Saved>;
  /** What is stored by now; undefined where it is gone. */
  findStored: () => Promise<{ form: Form; version: number } | undefined>;
  onSaved: (saved: Saved, edit: Edit<Form>) => void;
}

/**
 * Saves an edit that is based on a version. Where somebody else was faster and both have changed the same, `conflict` has
 * both values, until `choose` or `giveUp`; what only one has changed needs no choice.
 */
export function useVersionedSave<Form extends object, Saved>({
  save,
  findStored,
  onSaved,
}: WaysToSave<Form, Saved>): VersionedSave<Form> {
  const [conflict, setConflict] = useState<Conflict<Form>>();
  const isSaving = useRef(false);
  const saving = useMutation({
    async mutationFn(edit: Edit<Form>) {
      for (let attempt = edit; ; ) {
        try {
          const saved = await save(attempt);
          return () => {
            setConflict(undefined);
            onSaved(saved, attempt);
          };
        } catch (error) {
          const stored = isOutdated(error) ? await findStored() : undefined;
          if (!stored) throw error;
          const { form, both } = mergeEdits(attempt.before, attempt.form, stored.form);
          if (both.length > 0) {
            return () => setConflict({ form, stored: stored.form, version: stored.version, names: both });
          }
          attempt = { form, before: stored.form, version: stored.version };
        }
      }
    },
    onSuccess: (goOn) => goOn(),
    onSettled() {
      isSaving.current = false;
    },
  });
  function saveOnce(edit: Edit<Form>) {
    // A double click comes before the button is seen to be busy.
    if (isSaving.current) return;
    isSaving.current = true;
    saving.mutate(edit);
  }
  return {
    save: saveOnce,
    conflict,
    choose(mine) {
      if (!conflict) return false;
      const { form, stored, version, names } = conflict;
      const theirs = names.filter((name) => !mine.includes(name));
      const chosen = { ...form, ...only(stored, theirs) };
      if (JSON.stringify(chosen) === JSON.stringify(stored)) return false;
      saveOnce({ form: chosen, before: stored, version });
      return true;
    },
    giveUp: () => setConflict(undefined),
    isPending: saving.isPending,
    isError: saving.isError,
    error: saving.error,
    reset: saving.reset,
  };
}

function isOutdated(error: unknown): boolean {
  return error instanceof ApiFailure && error.status === 412;
}

/**
 * An edit on top of what somebody else stored meanwhile: who has changed a field alone has the say. `both`: what both have
 * changed, to different values; `form` has the user's own there.
 */
export function mergeEdits<Form extends object>(
  before: Form,
  mine: Form,
  stored: Form,
): { form: Form; both: (keyof Form & string)[] } {
  const names = Object.keys(mine) as (keyof Form & string)[];
  const changed = names.filter((name) => !isSame(mine[name], before[name]));
  return {
    form: { ...stored, ...only(mine, changed) },
    both: changed.filter((name) => !isSame(stored[name], before[name]) && !isSame(stored[name], mine[name])),
  };
}

/** These fields of a form. */
function only<Form extends object>(form: Form, names: readonly (keyof Form)[]): Partial<Form> {
  return Object.fromEntries(names.map((name) => [name, form[name]])) as Partial<Form>;
}

/** Of lists the order says nothing. */
function isSame(one: unknown, other: unknown): boolean {
  const text = (value: unknown): string =>
    Array.isArray(value) ? value.map(text).toSorted().join() : JSON.stringify(value);
  return text(one) === text(other);
}
