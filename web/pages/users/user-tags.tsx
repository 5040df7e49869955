import { Tag } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import type { ListedUser } from '../../api/people.ts';

/** What is to be noticed of a user. */
export function UserTags({ user, isSelf }: { user: ListedUser; isSelf: boolean }) {
  const { t } = useTranslation('users');
  return (
    <>
      {isSelf && <Tag minimal>{t('tag.you')}</Tag>}
      {!user.Active && <Tag>{t('tag.inactive')}</Tag>}
      {user.Active && !user.hasPassword && (
        <Tag minimal intent="warning">
          {t('tag.invited')}
        </Tag>
      )}
    </>
  );
}
