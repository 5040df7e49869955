import { Button, Callout, Radio, RadioGroup } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PortalDialog } from '../dialogs/portal-dialog.tsx';
import { FailureNotice } from '../feedback/failure-notice.tsx';
import type { VersionedSave } from './use-versioned-save.ts';
import './forms.css';

interface Choice<Name> {
  name: Name;
  label: string;
  mine: ReactNode;
  stored: ReactNode;
}

interface ConflictChoiceProps<Name> {
  /** Of what somebody else was faster with. */
  text?: string;
  choices: readonly Choice<Name>[];
  error: unknown;
  isSaving: boolean;
  /** Saves the user's own values of these; the others stay as they are stored. */
  onSave: (names: Name[]) => void;
  onClose: () => void;
}

/** Somebody else was faster: for every entry the user's own value beside the stored one, to choose from. */
export function ConflictChoice<Name extends string>(props: ConflictChoiceProps<Name>) {
  const { text, choices, error, isSaving, onSave, onClose } = props;
  const { t } = useTranslation();
  const [kept, setKept] = useState<readonly Name[]>([]);
  const mine = choices.map(({ name }) => name).filter((name) => !kept.includes(name));
  return (
    <PortalDialog
      wide
      title={t('conflict.title')}
      onClose={onClose}
      canClose={!isSaving}
      actions={
        <>
          <Button variant="outlined" text={t('conflict.discard')} disabled={isSaving} onClick={onClose} />
          <Button
            intent="primary"
            text={t('conflict.save')}
            loading={isSaving}
            onClick={() => onSave(mine)}
          />
        </>
      }
    >
      {error ? <FailureNotice error={error} /> : null}
      <Callout role="status" intent="warning" icon={<WarningSign />}>
        {text ?? t('conflict.text')}
      </Callout>
      {choices.map((choice) => (
        <RadioGroup
          key={choice.name}
          className="conflict-choice"
          label={choice.label}
          disabled={isSaving}
          selectedValue={kept.includes(choice.name) ? 'stored' : 'mine'}
          onChange={(event) =>
            setKept(
              event.currentTarget.value === 'stored'
                ? [...kept, choice.name]
                : kept.filter((other) => other !== choice.name),
            )
          }
        >
          <Radio value="mine">
            <span className="conflict-choice__whose">{t('conflict.mine')}</span> {choice.mine}
          </Radio>
          <Radio value="stored">
            <span className="conflict-choice__whose">{t('conflict.stored')}</span> {choice.stored}
          </Radio>
        </RadioGroup>
      ))}
    </PortalDialog>
  );
}

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
