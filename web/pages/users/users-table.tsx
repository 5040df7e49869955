import { useTranslation } from 'react-i18next';
import type { ListedUser } from '../../api/people.ts';
import { ScrollingTable } from '../../components/tables/scrolling-table.tsx';
import { formatCount, formatDate } from '../../i18n/formats.ts';
import { UserMenu, type UserMenuProps } from './user-menu.tsx';
import { UserTags } from './user-tags.tsx';

interface UsersTableProps extends Pick<UserMenuProps, 'onAction'> {
  /** Everybody, to name whom somebody reports to. */
  all: readonly ListedUser[];
  shown: readonly ListedUser[];
  selfId: number;
}

const columns = [
  'name',
  'email',
  'role',
  'parent',
  'replacement',
  'fullDataAccess',
  'lastSignIn',
  'uploads',
] as const;

/** Users in rows; those who are deactivated are shaded and say so. */
export function UsersTable({ all, shown, selfId, onAction }: UsersTableProps) {
  const { t } = useTranslation('users');
  const names = new Map(all.map(({ id, name }) => [id, name]));
  const nameOf = (id: number | null) => (id === null ? '–' : (names.get(id) ?? '–'));
  return (
    <div className="users__table">
      <ScrollingTable label={t('title')}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" data-column={column}>
                {t(`column.${column}`)}
              </th>
            ))}
            <th scope="col">
              <span className="visually-hidden">{t('column.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((user) => (
            <tr key={user.id} data-inactive={!user.Active}>
              <th scope="row">
                <span className="users__name">
                  {user.name} <UserTags user={user} isSelf={user.id === selfId} />
                </span>
              </th>
              <td data-column="email">{user.email}</td>
              <td data-column="role">{t(`role.${user.role}`)}</td>
              <td data-column="parent">{nameOf(user.parentUserId)}</td>
              <td data-column="replacement">{nameOf(user.replacementUserId)}</td>
              <td data-column="fullDataAccess">{t(user.FullDataAccess ? 'value.yes' : 'value.no')}</td>
              <td data-column="lastSignIn">
                {user.lastSignIn ? formatDate(user.lastSignIn) : t('value.never')}
              </td>
              <td data-column="uploads">{formatCount(user.uploads)}</td>
              <td>
                <UserMenu user={user} isSelf={user.id === selfId} onAction={onAction} />
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
    </div>
  );
}
