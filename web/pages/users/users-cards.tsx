import { useTranslation } from 'react-i18next';
import type { ListedUser } from '../../api/people.ts';
import { formatCount, formatDate } from '../../i18n/formats.ts';
import { UserMenu, type UserMenuProps } from './user-menu.tsx';
import { UserTags } from './user-tags.tsx';

interface UsersCardsProps extends Pick<UserMenuProps, 'onAction'> {
  all: readonly ListedUser[];
  shown: readonly ListedUser[];
  selfId: number;
}

/** Users one below the other, where there is no room for a table; what is not so is left out. */
export function UsersCards({ all, shown, selfId, onAction }: UsersCardsProps) {
  const { t } = useTranslation('users');
  const names = new Map(all.map(({ id, name }) => [id, name]));
  const factsOf = (user: ListedUser) =>
    [
      ['parent', user.parentUserId !== null && names.get(user.parentUserId)],
      ['replacement', user.replacementUserId !== null && names.get(user.replacementUserId)],
      ['fullDataAccess', user.FullDataAccess && t('value.yes')],
      ['lastSignIn', user.lastSignIn ? formatDate(user.lastSignIn) : t('value.never')],
      ['uploads', formatCount(user.uploads)],
    ] as const;
  return (
    <ul className="users__cards" aria-label={t('title')}>
      {shown.map((user) => (
        <li key={user.id} className="users__person" data-inactive={!user.Active}>
          <div>
            <strong>{user.name}</strong> <UserTags user={user} isSelf={user.id === selfId} />
            <span className="users__about">{user.email}</span>
            <span className="users__about">{t(`role.${user.role}`)}</span>
            <dl>
              {factsOf(user).map(
                ([column, value]) =>
                  value && (
                    <div key={column}>
                      <dt>{t(`column.${column}`)}</dt>
                      <dd>{value}</dd>
                    </div>
                  ),
              )}
            </dl>
          </div>
          <UserMenu user={user} isSelf={user.id === selfId} onAction={onAction} />
        </li>
      ))}
    </ul>
  );
}
