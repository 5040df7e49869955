import type { ReactNode } from 'react';
import { ConflictChoice } from './conflict-choice.tsx';
import type { VersionedSave } from './use-versioned-save.ts';

interface VersionConflictProps<Form> {
  saving: VersionedSave<Form>;
  labelOf: (name: keyof Form & string) => string;
  /** What `form` has under a name, beside `other` where the two are told apart by it. */
  textOf: (name: keyof Form & string, form: Form, other: Form) => ReactNode;
  onClose: () => void;
}

/** Where somebody else has saved the same meanwhile: both values, of which the user chooses; nothing else. */
export function VersionConflict<Form>({ saving, labelOf, textOf, onClose }: VersionConflictProps<Form>) {
  if (!saving.conflict) return null;
  const { form, stored, names } = saving.conflict;
  return (
    <ConflictChoice
      choices={names.map((name) => ({
        name,
        label: labelOf(name),
        mine: textOf(name, form, stored),
        stored: textOf(name, stored, form),
      }))}
      error={saving.error}
      isSaving={saving.isPending}
      onSave={(chosen) => saving.choose(chosen) || onClose()}
      onClose={onClose}
    />
  );
}
