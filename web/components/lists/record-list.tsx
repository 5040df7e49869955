import { Button } from '@blueprintjs/core';
import { Edit, Plus, Trash } from '@blueprintjs/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { JSX, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordCalls } from '../../api/records.ts';
import './admin-list.css';
import { Question } from '../dialogs/question.tsx';
import { openDialog, useDialog } from '../dialogs/use-dialog.ts';
import { FailureNotice } from '../feedback/failure-notice.tsx';
import { PageMessage } from '../feedback/page-message.tsx';
import { showSuccess } from '../feedback/toasts.ts';
import { lazyComponent } from '../loading/lazy.ts';
import { LazyDialog } from '../loading/lazy-part.tsx';
import { PageHeader } from '../navigation/page-header.tsx';
import type { ListColumn } from '../tables/list-columns.ts';
import { ListTable } from '../tables/list-table.tsx';
import { RowAction } from '../tables/row-action.tsx';
import { useHeldItem } from '../tables/use-held-item.ts';
import type { RecordFormProps } from './record-form.tsx';

const RecordForm = lazyComponent(() => import('./record-form.tsx'));

type RecordText = 'title' | 'intro' | 'none' | 'noneText' | 'add' | 'edit' | 'action.edit' | 'delete.text';

interface RecordListProps<Item> {
  /** Texts of its own. */
  t: { (key: RecordText): string; (key: RecordText, values: { name: string }): string };
  calls: RecordCalls<Item>;
  /** Of a page without any. */
  icon: JSX.Element;
  /** Of its table. */
  columns?: readonly ListColumn<Item>[];
  /** What stands in the place of a table. */
  children?: (items: readonly Item[], actionsOf: (item: Item) => ReactNode) => ReactNode;
  isRetired?: (item: Item) => boolean;
  /** What can be done with one besides changing and deleting it. */
  moreActions?: (item: Item) => ReactNode;
  /** What of that could not be done. */
  failure?: Error | null;
  /** Fields of the form that adds one or changes it, and what drafts of it are called. */
  form?: Pick<RecordFormProps<Item>, 'kind' | 'parts'>;
  /** A form that is more than fields. */
  dialog?: (item: Item | null, onClose: () => void) => ReactNode;
}

/** A list that administrators keep: added to and changed in a dialog, deleted after a question. */
export function RecordList<Item>(props: RecordListProps<Item>) {
  const { t, calls, columns } = props;
  const { idOf, nameOf } = calls;
  const portal = useTranslation();
  const list = useQuery({ ...calls.query, refetchOnMount: 'always' });
  const [editing, close] = useDialog('edit');
  const [deleting] = useDialog('delete');
  const removing = useMutation({ mutationFn: calls.remove });
  const find = (id: string | null) => list.data?.find((item) => String(idOf(item)) === id);
  const edited = useHeldItem(editing, find(editing));
  const doomed = find(deleting);

  function ask(item: Item) {
    removing.reset();
    openDialog('delete', String(idOf(item)));
  }

  const actionsOf = (item: Item) => {
    const name = nameOf(item);
    return (
      <>
        <RowAction
          name={t('action.edit', { name })}
          icon={<Edit />}
          onClick={() => openDialog('edit', String(idOf(item)))}
        />
        {props.moreActions?.(item)}
        <RowAction name={portal.t('record.delete', { name })} icon={<Trash />} onClick={() => ask(item)} />
      </>
    );
  };

  return (
    <article className="admin-list" aria-busy={list.isPending}>
      <div className="row gap-5 row--end row--apart page-header__row">
        <PageHeader title={t('title')} documentTitle={t('title')} facts={[t('intro')]} />
        <Button intent="primary" icon={<Plus />} text={t('add')} onClick={() => openDialog('edit', 'new')} />
      </div>
      {list.isError && <FailureNotice intent="warning" error={list.error} onRetry={list.refetch} />}
      {[removing.error, props.failure].map(
        (error) => error && <FailureNotice key={error.message} error={error} className="failure-in-sight" />,
      )}
      {list.isPending && (
        <div
          className="bp6-skeleton"
          style={{ height: 280 }}
          role="status"
          aria-label={portal.t('record.loading')}
        />
      )}
      {list.data?.length === 0 && (
        <PageMessage icon={props.icon} heading="h2" title={t('none')} text={t('noneText')} />
      )}
      {list.data && list.data.length > 0 && props.children?.(list.data, actionsOf)}
      {list.data && list.data.length > 0 && columns && (
        <ListTable
          label={t('title')}
          columns={[
            ...columns,
            {
              key: 'actions',
              kind: 'text',
              heading: portal.t('action.heading'),
              isUnheaded: true,
              className: 'admin-list__actions',
              cell: actionsOf,
            },
          ]}
          rows={list.data}
          keyOf={(item) => String(idOf(item))}
          {...(props.isRetired && { isRetired: props.isRetired })}
        />
      )}
      {(editing === 'new' || edited) && (
        <LazyDialog key={editing} onClose={close}>
          {props.dialog?.(edited ?? null, close)}
          {props.form && (
            <RecordForm
              {...(props.form as Pick<RecordFormProps<unknown>, 'kind' | 'parts'>)}
              calls={calls as RecordCalls<unknown>}
              item={edited ?? null}
              title={t(edited ? 'edit' : 'add')}
              onClose={close}
            />
          )}
        </LazyDialog>
      )}
      {doomed && (
        <Question
          title={portal.t('record.deleteQuestion', { name: nameOf(doomed) })}
          icon={<Trash size={32} />}
          confirm={portal.t('record.confirmDelete')}
          isBusy={removing.isPending}
          onClose={close}
          onConfirm={() =>
            removing.mutate(doomed, {
              onSuccess: () => showSuccess(portal.t('record.deleted', { name: nameOf(doomed) })),
              onSettled: close,
            })
          }
        >
          <p>{t('delete.text')}</p>
        </Question>
      )}
    </article>
  );
}
