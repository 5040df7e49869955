import { Menu, MenuDivider, MenuItem } from '@blueprintjs/core';
import { Disable, Edit, Envelope, Trash, Unlock } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { ListedUser } from '../../api/people.ts';
import { RowMenuButton } from '../../components/tables/row-menu-button.tsx';

export type UserAction = 'edit' | 'invite' | 'activate' | 'deactivate' | 'delete';

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
      {!isSelf && (
        <>
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
  return <RowMenuButton aria-label={label} data-user={user.id} menu={menu} />;
}
