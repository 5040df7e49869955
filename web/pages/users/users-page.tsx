import { Button, InputGroup, SegmentedControl } from '@blueprintjs/core';
import { NewPerson, Search } from '@blueprintjs/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/download.ts';
import { inviteUser, type ListedUser, setUserActive, userListQuery } from '../../api/people.ts';
import { sessionQuery } from '../../api/session.ts';
import { openDialog, useDialog } from '../../components/dialogs/use-dialog.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { PageMessage } from '../../components/feedback/page-message.tsx';
import { showFailure, showSuccess } from '../../components/feedback/toasts.ts';
import { useScreenUpTo } from '../../components/hooks/use-small-screen.ts';
import { lazyComponent } from '../../components/loading/lazy.ts';
import { LazyDialog } from '../../components/loading/lazy-part.tsx';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import { useHeldItem } from '../../components/tables/use-held-item.ts';
import { useAddressValues } from '../../url-state/use-address-values.ts';
import { ActionFailure, type Deed } from './action-failure.tsx';
import { type Branch, findUsers, reportingTree } from './listed-users.ts';
import {
  type UserAction,
  UserMenu,
  type UserMenuProps,
  UsersCards,
  UsersTable,
  UserTags,
} from './users-table.tsx';
import './users-page.css';

const UserDialog = lazyComponent(() => import('./user-dialog.tsx'));
const DeleteDialog = lazyComponent(() => import('./delete-dialog.tsx'));
const SessionsDialog = lazyComponent(() => import('./sessions-dialog.tsx'));

/** Pixels of a window in which a table would leave an address a few letters per line. */
const widestOfCards = 1100;

/** Who may sign in, as what, and who sees whose uploads. */
export function Component() {
  const { t } = useTranslation('users');
  const { data: self } = useQuery(sessionQuery);
  const list = useQuery({ ...userListQuery, refetchOnMount: 'always' });
  const [parameters, choose] = useAddressValues();
  const actions = useUserActions();
  // The address follows in a moment: a letter typed until then would take the place of the one before.
  const [text, setText] = useState(() => parameters.get('find') ?? '');
  const isTree = parameters.get('view') === 'tree';
  const all = list.data ?? [];
  const shown = findUsers(all, text);
  const selfId = self?.id ?? 0;

  function act(action: UserAction, user: ListedUser) {
    if (action === 'activate') actions.activate(user);
    else if (action === 'invite') actions.invite(user);
    else if (action === 'export') actions.exportData(user);
    else openDialog(action, String(user.id));
  }

  const List = useScreenUpTo(widestOfCards) ? UsersCards : UsersTable;
  const Shown = isTree ? UsersTree : List;
  return (
    <article className="users" aria-busy={list.isPending}>
      <PageHeader title={t('title')} documentTitle={t('title')} facts={[t('intro')]} />
      {actions.failure && <ActionFailure {...actions.failure} onDismiss={actions.dismiss} />}
      <div className="row gap-4 users__bar">
        <InputGroup
          type="search"
          className="users__search"
          leftIcon={<Search />}
          aria-label={t('search')}
          placeholder={t('search')}
          maxLength={255}
          value={text}
          onValueChange={(value) => {
            setText(value);
            choose('find', value);
          }}
        />
        <p className="users__count" role="status">
          {list.data &&
            (text.trim()
              ? t('found', { found: shown.length, count: all.length })
              : t('count', { count: all.length }))}
        </p>
        <SegmentedControl
          aria-label={t('view.label')}
          value={isTree ? 'tree' : 'list'}
          options={[
            { value: 'list', label: t('view.list') },
            { value: 'tree', label: t('view.tree') },
          ]}
          onValueChange={(view) => choose('view', view === 'tree' ? view : '')}
        />
        <Button
          intent="primary"
          icon={<NewPerson />}
          text={t('add')}
          onClick={() => openDialog('edit', 'new')}
        />
      </div>
      {list.isError && <FailureNotice error={list.error} onRetry={list.refetch} />}
      {list.isPending && (
        <div className="bp6-skeleton" style={{ height: 240 }} role="status" aria-label={t('loading')} />
      )}
      {list.data && shown.length === 0 && (
        <PageMessage heading="h2" icon={<Search size={36} />} title={t('none')} />
      )}
      {shown.length > 0 && <Shown all={all} shown={shown} selfId={selfId} onAction={act} />}
      {list.data && <Dialogs all={all} onUndo={actions.activate} />}
    </article>
  );
}

interface DialogsProps {
  all: readonly ListedUser[];
  onUndo: (user: ListedUser) => void;
}

/** The dialog that is open, if any; none begins of a user who is gone. */
function Dialogs({ all, onUndo }: DialogsProps) {
  const [edited, close] = useDialog('edit');
  const [sessions] = useDialog('sessions');
  const [deleted] = useDialog('delete');
  const [deactivated] = useDialog('deactivate');
  const about = edited ?? sessions ?? deleted ?? deactivated;
  const user = useHeldItem(
    about,
    all.find(({ id }) => String(id) === about),
  );
  if (!user && edited !== 'new') return null;
  return (
    <LazyDialog onClose={close}>
      {edited !== null && <UserDialog key={edited} user={user} all={all} onClose={close} />}
      {sessions !== null && user && <SessionsDialog key={sessions} user={user} onClose={close} />}
      {(deleted ?? deactivated) !== null && user && (
        <DeleteDialog
          key={`${deleted} ${deactivated}`}
          deed={deleted === null ? 'deactivate' : 'delete'}
          user={user}
          all={all}
          onClose={close}
          onUndo={() => onUndo(user)}
        />
      )}
    </LazyDialog>
  );
}

interface Asked {
  deed: Extract<Deed, 'activate' | 'invite' | 'export'>;
  user: ListedUser;
}

/** What the menu of a user does at once; `failure` of the last one stays until the next or until it is dismissed. */
function useUserActions() {
  const { t } = useTranslation('users');
  const action = useMutation({
    async mutationFn({ deed, user }: Asked) {
      const { name, email } = user;
      if (deed === 'activate') {
        await setUserActive(user.id, true);
        showSuccess(t('done.activated', { name }));
        return;
      }
      if (deed === 'export') {
        await download(`/users/${user.id}/personal-data`, { method: 'POST' });
        return;
      }
      const { mailFailed } = await inviteUser(user.id);
      if (mailFailed) showFailure(t('done.notInvited', { name, email }));
      else showSuccess(t('done.invited', { name, email }));
    },
  });
  return {
    activate: (user: ListedUser) => action.mutate({ deed: 'activate', user }),
    invite: (user: ListedUser) => action.mutate({ deed: 'invite', user }),
    exportData: (user: ListedUser) => action.mutate({ deed: 'export', user }),
    failure: action.isError ? { deed: action.variables.deed, error: action.error } : undefined,
    dismiss: action.reset,
  };
}

interface UsersTreeProps extends Pick<UserMenuProps, 'onAction'> {
  all: readonly ListedUser[];
  shown: readonly ListedUser[];
  selfId: number;
}

/** Who reports to whom, as lists in lists. */
function UsersTree({ all, shown, selfId, onAction }: UsersTreeProps) {
  const { t } = useTranslation('users');
  const names = new Map(all.map(({ id, name }) => [id, name]));
  const list = (branches: Branch[]) => (
    <ul>
      {branches.map(({ user, reports, isFound }) => (
        <li key={user.id}>
          <div
            className="row row--tight row--apart users__person"
            data-inactive={!user.Active}
            data-found={isFound}
          >
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
