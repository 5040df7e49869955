import { useTranslation } from 'react-i18next';
import type { ListedUser } from '../../api/people.ts';
import { type Branch, reportingTree } from './reporting-tree.ts';
import { UserMenu, type UserMenuProps } from './user-menu.tsx';
import { UserTags } from './user-tags.tsx';

interface UsersTreeProps extends Pick<UserMenuProps, 'onAction'> {
  all: readonly ListedUser[];
  shown: readonly ListedUser[];
  selfId: number;
}

/** Who reports to whom, as lists in lists. */
export function UsersTree({ all, shown, selfId, onAction }: UsersTreeProps) {
  const { t } = useTranslation('users');
  const names = new Map(all.map(({ id, name }) => [id, name]));
  const list = (branches: Branch[]) => (
    <ul>
      {branches.map(({ user, reports, isFound }) => (
        <li key={user.id}>
          <div className="users__person" data-inactive={!user.Active} data-found={isFound}>
            <div>
              <strong>{user.name}</strong> <UserTags user={user} isSelf={user.id === selfId} />
              <span className="users__about">{aboutOf(user)}</span>
            </div>
            <UserMenu user={user} isSelf={user.id === selfId} onAction={onAction} />
          </div>
          {reports.length > 0 && list(reports)}
        </li>
      ))}
    </ul>
  );
  return (
    <section className="users__tree" aria-label={t('view.tree')}>
      {list(reportingTree(all, shown))}
    </section>
  );

  function aboutOf(user: ListedUser): string {
    const replacement = user.replacementUserId !== null && names.get(user.replacementUserId);
    return [
      t(`role.${user.role}`),
      user.FullDataAccess && t('column.fullDataAccess'),
      replacement && t('replacedBy', { name: replacement }),
    ]
      .filter(Boolean)
      .join(' · ');
  }
}
