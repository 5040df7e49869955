import { Checkbox, FormGroup, HTMLSelect } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { type Language, languages } from '#shared/languages.ts';
import type { ListedUser, UserFields } from '../../api/people.ts';
import { RequiredText } from '../../components/forms/required-text.tsx';

interface PersonFieldsProps {
  user: ListedUser | undefined;
  all: readonly ListedUser[];
  form: UserForm;
  problemOf: (field: string) => string | undefined;
  onChange: (entries: Partial<UserForm>) => void;
}

/** Who somebody is, what they may do, and who sees their uploads. */
export function PersonFields({ user, all, form, problemOf, onChange }: PersonFieldsProps) {
  const { t } = useTranslation(['users', 'portal']);
  const others = all.filter(({ id }) => id !== user?.id);
  const person = (field: 'parentUserId' | 'replacementUserId', nobody: string, hint: string) => {
    const problem = problemOf(field);
    return (
      <FormGroup
        label={t(field === 'parentUserId' ? 'column.parent' : 'column.replacement')}
        labelFor={field}
        intent={problem ? 'danger' : 'none'}
        helperText={<span id={`${field}-hint`}>{problem ?? hint}</span>}
      >
        <HTMLSelect
          fill
          large
          id={field}
          aria-describedby={`${field}-hint`}
          aria-invalid={problem !== undefined}
          value={form[field] ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ [field]: value === '' ? null : Number(value) })
          }
        >
          <option value="">{nobody}</option>
          {others.map(({ id, name, Active }) => (
            <option key={id} value={id}>
              {Active ? name : t('form.inactive', { name })}
            </option>
          ))}
        </HTMLSelect>
      </FormGroup>
    );
  };
  return (
    <>
      <RequiredText
        name="name"
        label={t('column.name')}
        type="text"
        autoComplete="off"
        value={form.name}
        problem={problemOf('name')}
        onChange={(name) => onChange({ name })}
      />
      <RequiredText
        name="email"
        label={t('column.email')}
        type="email"
        autoComplete="off"
        value={form.email}
        problem={problemOf('email')}
        describedBy={user ? 'email-hint' : ''}
        onChange={(email) => onChange({ email })}
      />
      {user && form.email.trim().toLowerCase() !== user.email.toLowerCase() && (
        <p id="email-hint" className="bp6-text-muted users__hint">
          {t('form.emailHint', { before: user.email })}
        </p>
      )}
      <FormGroup label={t('column.role')} labelFor="role">
        <HTMLSelect
          fill
          large
          id="role"
          value={form.role}
          onChange={({ currentTarget: { value } }) =>
            onChange({ role: value === 'Admin' ? 'Admin' : 'User' })
          }
        >
          {(['User', 'Admin'] as const).map((role) => (
            <option key={role} value={role}>
              {t(`role.${role}`)}
            </option>
          ))}
        </HTMLSelect>
      </FormGroup>
      <FormGroup label={t('form.language')} labelFor="user-language" helperText={t('form.languageHint')}>
        <HTMLSelect
          fill
          large
          id="user-language"
          value={form.language}
          onChange={({ currentTarget: { value } }) => onChange({ language: value })}
        >
          {languages.map((language) => (
            <option key={language} value={language}>
              {t(`portal:languages.${language}`)}
            </option>
          ))}
        </HTMLSelect>
      </FormGroup>
      {person('parentUserId', t('form.noParent'), t('form.parentHint'))}
      {person('replacementUserId', t('form.noReplacement'), t('form.replacementHint'))}
      <Checkbox
        className="users__whole-row"
        checked={form.FullDataAccess}
        onChange={({ currentTarget }) => onChange({ FullDataAccess: currentTarget.checked })}
      >
        {t('column.fullDataAccess')}{' '}
        <span className="bp6-text-muted users__hint">{t('form.fullDataAccessHint')}</span>
      </Checkbox>
    </>
  );
}

/** What a user's form holds but the password, which is never kept. */
export interface UserForm extends UserFields {
  /** A new user gets: a mail with a link, or a password that is set here. */
  access: 'invitation' | 'password';
}

const fieldNames = [
  'name',
  'email',
  'role',
  'language',
  'parentUserId',
  'replacementUserId',
  'FullDataAccess',
] as const satisfies (keyof UserFields)[];

export function formOf(user: ListedUser | undefined, language: Language): UserForm {
  return {
    name: user?.name ?? '',
    email: user?.email ?? '',
    role: user?.role ?? 'User',
    language: user?.language ?? language,
    parentUserId: user?.parentUserId ?? null,
    replacementUserId: user?.replacementUserId ?? null,
    FullDataAccess: user?.FullDataAccess ?? false,
    access: 'invitation',
  };
}

/** As it is sent: without spaces around. */
export function fieldsOf({ access: _, ...fields }: UserForm): UserFields {
  return { ...fields, name: fields.name.trim(), email: fields.email.trim() };
}

/** What differs from the user as the form began with it. */
export function changedFields(before: UserForm, after: UserForm): Partial<UserFields> {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return Object.fromEntries(
    fieldNames.filter((name) => was[name] !== is[name]).map((name) => [name, is[name]]),
  );
}

export function isAddress(email: string): boolean {
  return /^\S+@\S+\.\S+$/.test(email.trim());
}
