import { Radio, RadioGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '#shared/languages.ts';
import { REQUIRED_SCORE } from '#shared/password-rule.ts';
import { ApiFailure } from '../../api/client.ts';
import { addUser, changeUser, type ListedUser, type SavedUser, userListQuery } from '../../api/people.ts';
import { queryClient } from '../../api/query-client.ts';
import { FormDialog } from '../../components/dialogs/form-dialog.tsx';
import { showFailure, showSuccess } from '../../components/feedback/toasts.ts';
import { VersionConflict } from '../../components/forms/conflict-choice.tsx';
import { StrengthMeter, usePasswordScore } from '../../components/forms/new-password/strength-meter.tsx';
import { PasswordText } from '../../components/forms/password-text.tsx';
import { useDraft } from '../../components/forms/use-draft.ts';
import { useVersionedSave } from '../../components/forms/use-versioned-save.ts';
import { currentLanguage } from '../../i18n/translations.ts';
import { ActionFailure } from './action-failure.tsx';
import { changedFields, fieldsOf, formOf, isAddress, PersonFields, type UserForm } from './person-fields.tsx';

interface UserDialogProps {
  /** Undefined: a new one. */
  user: ListedUser | undefined;
  all: readonly ListedUser[];
  onClose: () => void;
}

const formId = 'user-form';

/** Adds a user, or changes one. What is not saved is given up only when that is confirmed. */
export default function UserDialog({ user, all, onClose }: UserDialogProps) {
  const { t } = useTranslation(['users', 'portal', 'setup', 'account']);
  const draft = useDraft(`user:${user?.id ?? 'new'}`, formOf(user, currentLanguage()), user?.version);
  const { before, form, change, isChanged, forget } = draft;
  const fieldText = useFieldText(all);
  const [password, setPassword] = useState('');
  const [checked, setChecked] = useState(false);
  const score = usePasswordScore(password, `${form.email} ${form.name}`);
  const saving = useVersionedSave<UserForm, SavedUser>({
    save: (edit) =>
      user
        ? changeUser(user.id, changedFields(edit.before, edit.form), edit.version)
        : addUser(newUser(edit.form)),
    async findStored() {
      const list = await queryClient.fetchQuery({ ...userListQuery, staleTime: 0 });
      const stored = list.find(({ id }) => id === user?.id);
      return stored && { form: formOf(stored, currentLanguage()), version: stored.version };
    },
    onSaved: tell,
  });
  const setsPassword = !user && form.access === 'password';
  // Where the dictionaries could not be loaded, the server decides alone.
  const isWeak = setsPassword && password !== '' && score !== undefined && score < REQUIRED_SCORE;
  const problems: Record<string, string | undefined> = {
    name: form.name.trim() ? undefined : t('problem.name'),
    email: isAddress(form.email) ? undefined : t('setup:link.emailInvalid'),
    password: setsPassword && !password ? t('problem.password') : undefined,
  };
  if (isWeak) problems.password = t('account:reset.tooWeak');
  const refused = refusedField(saving.error);

  function newUser(entries: UserForm): Parameters<typeof addUser>[0] {
    return { ...fieldsOf(entries), ...(setsPassword ? { password } : { invitation: true }) };
  }

  function tell(saved: SavedUser) {
    const to = { name: saved.name, email: saved.email };
    const invited = !user && form.access === 'invitation';
    if (saved.mailFailed) showFailure(t(invited ? 'done.notInvited' : 'done.notTold', to));
    else if (invited) showSuccess(t('done.invited', to));
    else showSuccess(t(user ? 'done.changed' : 'done.added', to));
    close();
  }

  function close() {
    forget();
    onClose();
  }

  function submit() {
    setChecked(true);
    if (Object.values(problems).some(Boolean)) return false;
    if (user && Object.keys(changedFields(before, form)).length === 0) close();
    else saving.save({ form, before, version: draft.version });
    return true;
  }

  function edit(entries: Partial<UserForm>) {
    saving.reset();
    change(entries);
  }

  const problemOf = (field: string) =>
    (checked ? problems[field] : undefined) ?? (refused?.field === field ? refused.message : undefined);
  if (saving.conflict) {
    return (
      <VersionConflict
        saving={saving}
        labelOf={(name) => fieldText(name).label}
        textOf={(name, values) => fieldText(name).text(values)}
        onClose={close}
      />
    );
  }
  return (
    <FormDialog
      wide
      title={user ? t('form.edit', { name: user.name }) : t('add')}
      formId={formId}
      submit={t(user ? 'form.save' : form.access === 'invitation' ? 'form.invite' : 'form.add')}
      saving={saving}
      failure={<ActionFailure deed={user ? 'update' : 'create'} error={saving.error} />}
      onSubmit={submit}
      onCancel={close}
      isUnsaved={isChanged || password !== ''}
      isKept={draft.isKept}
    >
      <div className="users__fields">
        <PersonFields user={user} all={all} form={form} problemOf={problemOf} onChange={edit} />
        {!user && (
          <AccessFields
            access={form.access}
            password={password}
            score={score}
            problem={problemOf('password')}
            onAccess={(access) => edit({ access })}
            onPassword={(typed) => {
              saving.reset();
              setPassword(typed);
            }}
          />
        )}
      </div>
    </FormDialog>
  );
}

/** The field that the server refuses, and why. */
function refusedField(error: unknown): { field: string; message: string } | undefined {
  if (!(error instanceof ApiFailure) || !Array.isArray(error.issues)) return undefined;
  const [first] = error.issues as { path?: unknown }[];
  return typeof first?.path === 'string' ? { field: first.path, message: error.message } : undefined;
}

/** What a field of a user is called, and what a person reads of it: names in place of ids. */
function useFieldText(all: readonly ListedUser[]) {
  const { t } = useTranslation(['users', 'portal']);
  const nameOf = (id: number | null, nobody: string) =>
    id === null ? nobody : (all.find((user) => user.id === id)?.name ?? String(id));
  const fields: Record<keyof UserForm, { label: string; text: (form: UserForm) => string }> = {
    name: { label: t('column.name'), text: ({ name }) => name },
    email: { label: t('column.email'), text: ({ email }) => email },
    role: { label: t('column.role'), text: ({ role }) => t(`role.${role}`) },
    language: {
      label: t('form.language'),
      text: ({ language }) => t(`portal:languages.${language as Language}`),
    },
    parentUserId: {
      label: t('column.parent'),
      text: ({ parentUserId }) => nameOf(parentUserId, t('form.noParent')),
    },
    replacementUserId: {
      label: t('column.replacement'),
      text: ({ replacementUserId }) => nameOf(replacementUserId, t('form.noReplacement')),
    },
    FullDataAccess: {
      label: t('column.fullDataAccess'),
      text: ({ FullDataAccess }) => t(FullDataAccess ? 'portal:conflict.yes' : 'portal:conflict.no'),
    },
    // Of new users alone, with whom there is no conflict.
    access: { label: t('form.access'), text: ({ access }) => access },
  };
  return (name: keyof UserForm) => fields[name];
}

interface AccessFieldsProps {
  access: UserForm['access'];
  password: string;
  score: number | undefined;
  problem: string | undefined;
  onAccess: (access: UserForm['access']) => void;
  onPassword: (password: string) => void;
}

/** How a new user gets in: by a mail with a link, or with a password that is set here. */
function AccessFields({ access, password, score, problem, onAccess, onPassword }: AccessFieldsProps) {
  const { t } = useTranslation('users');
  return (
    <div className="users__whole-row">
      <RadioGroup
        label={t('form.access')}
        selectedValue={access}
        onChange={({ currentTarget: { value } }) =>
          onAccess(value === 'password' ? 'password' : 'invitation')
        }
      >
        <Radio value="invitation" label={t('form.byInvitation')} />
        <Radio value="password" label={t('form.byPassword')} />
      </RadioGroup>
      {access === 'password' && (
        <>
          <PasswordText
            label={t('form.password')}
            autoComplete="new-password"
            maxLength={200}
            value={password}
            describedBy="password-strength"
            problem={problem}
            onChange={onPassword}
          />
          <StrengthMeter id="password-strength" score={password ? score : undefined} />
        </>
      )}
    </div>
  );
}
