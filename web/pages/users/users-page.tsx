import { Button, InputGroup, SegmentedControl } from '@blueprintjs/core';
import { NewPerson, Search } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { type ListedUser, userListQuery } from '../../api/people.ts';
import { sessionQuery } from '../../api/session.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { PageMessage } from '../../components/feedback/page-message.tsx';
import { useScreenUpTo } from '../../components/hooks/use-small-screen.ts';
import { laterCode } from '../../components/loading/later-code.ts';
import { LaterDialog } from '../../components/loading/later-part.tsx';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import { useHeldItem } from '../../components/tables/use-held-item.ts';
import { ActionFailure } from './action-failure.tsx';
import { findUsers } from './find-users.ts';
import { useOpenDialog } from './use-open-dialog.ts';
import { useUserActions } from './use-user-actions.ts';
import type { UserAction } from './user-menu.tsx';
import './users-page.css';
import { UsersCards } from './users-cards.tsx';
import { UsersTable } from './users-table.tsx';
import { UsersTree } from './users-tree.tsx';

const UserDialog = laterCode(() => import('./user-dialog.tsx'));
const DeleteDialog = laterCode(() => import('./delete-dialog.tsx'));

/** Pixels of a window in which a table would leave an address a few letters per line. */
const widestOfCards = 1100;

/** Who may sign in, as what, and who sees whose uploads. */
export function Component() {
  const { t } = useTranslation('users');
  const { data: self } = useQuery(sessionQuery);
  const list = useQuery({ ...userListQuery, refetchOnMount: 'always' });
  const [parameters, setParameters] = useSearchParams();
  const dialog = useOpenDialog();
  const actions = useUserActions();
  // The address follows in a moment: a letter typed until then would take the place of the one before.
  const [text, setText] = useState(() => parameters.get('find') ?? '');
  const isTree = parameters.get('view') === 'tree';
  const all = list.data ?? [];
  const shown = findUsers(all, text);
  const selfId = self?.id ?? 0;

  function choose(name: 'find' | 'view', value: string) {
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  function act(action: UserAction, user: ListedUser) {
    if (action === 'activate') actions.activate(user);
    else if (action === 'invite') actions.invite(user);
    else dialog.go({ kind: action === 'edit' ? 'user' : action, id: user.id });
  }

  const List = useScreenUpTo(widestOfCards) ? UsersCards : UsersTable;
  const Shown = isTree ? UsersTree : List;
  return (
    <article className="users" aria-busy={list.isPending}>
      <PageHeader title={t('title')} documentTitle={t('title')} facts={[t('intro')]} />
      {actions.failure && <ActionFailure {...actions.failure} onDismiss={actions.dismiss} />}
      <div className="users__bar">
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
          data-user="new"
          onClick={() => dialog.go({ kind: 'user', id: null })}
        />
      </div>
      {list.isError && <FailureNotice error={list.error} onRetry={list.refetch} />}
      {list.isPending && <div className="users__room bp6-skeleton" role="status" aria-label={t('loading')} />}
      {list.data && shown.length === 0 && (
        <PageMessage heading="h2" icon={<Search size={36} />} title={t('none')} />
      )}
      {shown.length > 0 && <Shown all={all} shown={shown} selfId={selfId} onAction={act} />}
      {list.data && <Dialogs all={all} {...dialog} onUndo={actions.activate} />}
    </article>
  );
}

/** The dialog that is open, if any; none begins of a user who is gone. */
function Dialogs({
  all,
  open,
  go,
  onUndo,
}: ReturnType<typeof useOpenDialog> & {
  all: readonly ListedUser[];
  onUndo: (user: ListedUser) => void;
}) {
  const user = useHeldItem(
    open && `${open.kind} ${open.id}`,
    all.find(({ id }) => id === open?.id),
  );
  if (!open) return null;
  const close = () => go(null);
  if (!user && (open.kind !== 'user' || open.id !== null)) return null;
  return (
    <LaterDialog onClose={close}>
      {open.kind !== 'user' && user && (
        <DeleteDialog
          key={`${open.kind} ${open.id}`}
          deed={open.kind}
          user={user}
          all={all}
          onClose={close}
          onUndo={() => onUndo(user)}
        />
      )}
      {open.kind === 'user' && <UserDialog key={open.id} user={user} all={all} onClose={close} />}
    </LaterDialog>
  );
}
