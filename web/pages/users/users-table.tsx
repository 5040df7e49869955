import { Menu, MenuDivider, MenuItem, Tag } from '@blueprintjs/core';
import { Disable, Download, Edit, Envelope, LogOut, Trash, Unlock } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { ListedUser } from '../../api/people.ts';
import { RowMenuButton } from '../../components/tables/row-menu-button.tsx';
import { ScrollingTable } from '../../components/tables/scrolling-table.tsx';
import { formatCount, formatDate } from '../../i18n/formats.ts';

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

export type UserAction = 'edit' | 'invite' | 'sessions' | 'export' | 'activate' | 'deactivate' | 'delete';

export interface UserMenuProps {
  user: ListedUser;
  isSelf: boolean;
  onAction: (action: UserAction, user: ListedUser) => void;
}

/** What can be done with a user; nobody shuts themselves out. */
export function UserMenu({ user, isSelf, onAction }: UserMenuProps) {
  const { t } = useTranslation('users');
  const label = t('menu.label', { name: user.name });
  const act = (action: UserAction) => () => onAction(action, user);
  const menu = (
    <Menu aria-label={label}>
      <MenuItem icon={<Edit />} text={t('menu.edit')} onClick={act('edit')} />
      {user.Active && (
        <MenuItem
          icon={<Envelope />}
          text={t(user.hasPassword ? 'menu.newPassword' : 'menu.invite')}
          onClick={act('invite')}
        />
      )}
      <MenuItem icon={<Download />} text={t('menu.export')} onClick={act('export')} />
      {!isSelf && (
        <>
          <MenuItem icon={<LogOut />} text={t('menu.sessions')} onClick={act('sessions')} />
          <MenuItem
            icon={user.Active ? <Disable /> : <Unlock />}
            text={t(user.Active ? 'menu.deactivate' : 'menu.activate')}
            onClick={act(user.Active ? 'deactivate' : 'activate')}
          />
          <MenuDivider />
          <MenuItem icon={<Trash />} intent="danger" text={t('menu.delete')} onClick={act('delete')} />
        </>
      )}
    </Menu>
  );
  return <RowMenuButton aria-label={label} menu={menu} />;
}

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
    <ul className="plain-list users__cards" aria-label={t('title')}>
      {shown.map((user) => (
        <li key={user.id} className="row row--tight row--apart users__person" data-inactive={!user.Active}>
          <div>
            <strong>{user.name}</strong> <UserTags user={user} isSelf={user.id === selfId} />
            <span className="users__about">{user.email}</span>
            <span className="users__about">{t(`role.${user.role}`)}</span>
            <dl className="facts">
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
