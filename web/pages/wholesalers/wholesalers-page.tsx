import { Button } from '@blueprintjs/core';
import { Plus, Trash, Truck } from '@blueprintjs/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deleteWholesaler, wholesalersQuery } from '../../api/wholesalers.ts';
import '../../components/admin-list.css';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { laterCode } from '../../components/later-code.ts';
import { LaterDialog } from '../../components/later-part.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PageMessage } from '../../components/page-message.tsx';
import { Question } from '../../components/question.tsx';
import { showSuccess } from '../../components/toasts.ts';
import { useAddressStep } from '../../components/use-address-step.ts';
import { WholesalerTable } from './wholesaler-table.tsx';

const WholesalerDialog = laterCode(() => import('./wholesaler-dialog.tsx'));

/** Of which wholesalers statistics are asked for, and to which orders go. */
export function Component() {
  const { t } = useTranslation('wholesalers');
  const list = useQuery({ ...wholesalersQuery, refetchOnMount: 'always' });
  const editing = useAddressStep('edit');
  const deleting = useAddressStep('delete');
  const removing = useMutation({ mutationFn: deleteWholesaler });
  const find = (step: string | null) => list.data?.find(({ wholesalerID }) => String(wholesalerID) === step);
  const edited = find(editing.step);
  const doomed = find(deleting.step);

  function stopDeleting() {
    deleting.go(null);
  }

  return (
    <article className="admin-list" aria-busy={list.isPending}>
      <div className="admin-list__header">
        <PageHeader title={t('title')} documentTitle={t('title')} facts={[t('intro')]} />
        <Button intent="primary" icon={<Plus />} text={t('add')} onClick={() => editing.go('new')} />
      </div>
      {list.isError && <FailureNotice intent="warning" error={list.error} onRetry={list.refetch} />}
      {removing.isError && <FailureNotice error={removing.error} className="form-notice" />}
      {list.isPending && (
        <div className="admin-list__room bp6-skeleton" role="status" aria-label={t('loading')} />
      )}
      {list.data?.length === 0 && (
        <PageMessage icon={<Truck size={40} />} heading="h2" title={t('none')} text={t('noneText')} />
      )}
      {list.data && list.data.length > 0 && (
        <WholesalerTable
          wholesalers={list.data}
          onEdit={(id) => editing.go(String(id))}
          onDelete={(id) => {
            removing.reset();
            deleting.go(String(id));
          }}
        />
      )}
      {(editing.step === 'new' || edited) && (
        <LaterDialog onClose={() => editing.go(null)}>
          <WholesalerDialog key={editing.step} wholesaler={edited ?? null} onClose={() => editing.go(null)} />
        </LaterDialog>
      )}
      {doomed && (
        <Question
          title={t('delete.question', { name: doomed.wholesalerName })}
          icon={<Trash size={32} />}
          confirm={t('delete.confirm')}
          isBusy={removing.isPending}
          onClose={stopDeleting}
          onConfirm={() =>
            removing.mutate(doomed.wholesalerID, {
              onSuccess: () => showSuccess(t('delete.done', { name: doomed.wholesalerName })),
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
