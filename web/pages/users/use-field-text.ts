import { useTranslation } from 'react-i18next';
import type { Language } from '#shared/languages.ts';
import type { ListedUser } from '../../api/people.ts';
import type { UserForm } from './user-form.ts';

/** What a field of a user is called, and what a person reads of it: names in place of ids. */
export function useFieldText(all: readonly ListedUser[]) {
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
