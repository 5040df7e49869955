import { Button } from '@blueprintjs/core';
import { Plus, Trash } from '@blueprintjs/icons';
import type { UseQueryOptions } from '@tanstack/react-query';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { JSX, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './admin-list.css';
import { Question } from '../dialogs/question.tsx';
import { FailureNotice } from '../feedback/failure-notice.tsx';
import { PageMessage } from '../feedback/page-message.tsx';
import { showSuccess } from '../feedback/toasts.ts';
import { LaterDialog } from '../loading/later-part.tsx';
import { PageHeader } from '../navigation/page-header.tsx';
import { useAddressStep } from '../navigation/use-address.ts';
import { useHeldItem } from '../tables/use-held-item.ts';

interface RecordListProps<Item> {
  /** Whose texts have the same keys. */
  texts: 'focusGroups' | 'headerImages' | 'wholesalers';
  query: UseQueryOptions<Item[], Error, Item[], string[]>;
  idOf: (item: Item) => number;
  nameOf: (item: Item) => string;
  /** Of a page without any. */
  icon: JSX.Element;
  remove: (id: number) => Promise<unknown>;
  /** Adds one (null) or changes it. */
  dialog: (item: Item | null, onClose: () => void) => ReactNode;
  children: (items: readonly Item[], actions: ListActions<Item>) => ReactNode;
}

export interface ListActions<Item> {
  onEdit: (item: Item) => void;
  onDelete: (item: Item) => void;
}

/** A list that administrators keep: added to and changed in a dialog, deleted after a question. */
export function RecordList<Item>(props: RecordListProps<Item>) {
  const { idOf, nameOf, dialog } = props;
  const { t } = useTranslation(props.texts);
  const list = useQuery({ ...props.query, refetchOnMount: 'always' });
  const editing = useAddressStep('edit');
  const deleting = useAddressStep('delete');
  const removing = useMutation({ mutationFn: props.remove });
  const find = (step: string | null) => list.data?.find((item) => String(idOf(item)) === step);
  const edited = useHeldItem(editing.step, find(editing.step));
  const doomed = find(deleting.step);
  const stopEditing = () => editing.go(null);
  const stopDeleting = () => deleting.go(null);

  function ask(item: Item) {
    removing.reset();
    deleting.go(String(idOf(item)));
  }

  return (
    <article className="admin-list" aria-busy={list.isPending}>
      <div className="row gap-5 row--end row--apart page-header__row">
        <PageHeader title={t('title')} documentTitle={t('title')} facts={[t('intro')]} />
        <Button intent="primary" icon={<Plus />} text={t('add')} onClick={() => editing.go('new')} />
      </div>
      {list.isError && <FailureNotice intent="warning" error={list.error} onRetry={list.refetch} />}
      {removing.isError && <FailureNotice error={removing.error} className="failure-in-sight" />}
      {list.isPending && (
        <div className="bp6-skeleton" style={{ height: 280 }} role="status" aria-label={t('loading')} />
      )}
      {list.data?.length === 0 && (
        <PageMessage icon={props.icon} heading="h2" title={t('none')} text={t('noneText')} />
      )}
      {list.data &&
        list.data.length > 0 &&
        props.children(list.data, { onEdit: (item) => editing.go(String(idOf(item))), onDelete: ask })}
      {(editing.step === 'new' || edited) && (
        <LaterDialog key={editing.step} onClose={stopEditing}>
          {dialog(edited ?? null, stopEditing)}
        </LaterDialog>
      )}
      {doomed && (
        <Question
          title={t('delete.question', { name: nameOf(doomed) })}
          icon={<Trash size={32} />}
          confirm={t('delete.confirm')}
          isBusy={removing.isPending}
          onClose={stopDeleting}
          onConfirm={() =>
            removing.mutate(idOf(doomed), {
              onSuccess: () => showSuccess(t('delete.done', { name: nameOf(doomed) })),
              onSettled: stopDeleting,
            })
          }
        >
          <p>{t('delete.text')}</p>
        </Question>
      )}
    </article>
  );
}
