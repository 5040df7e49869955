import { Button, Tag } from '@blueprintjs/core';
import { Edit, Plus, Target, Trash, WarningSign } from '@blueprintjs/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deleteFocusGroup, focusGroupsQuery } from '../../api/focus-groups.ts';
import '../../components/admin-list.css';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { laterCode } from '../../components/later-code.ts';
import { LaterDialog } from '../../components/later-part.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PageMessage } from '../../components/page-message.tsx';
import { Question } from '../../components/question.tsx';
import { RowAction } from '../../components/row-action.tsx';
import { ScrollingTable } from '../../components/scrolling-table.tsx';
import { showSuccess } from '../../components/toasts.ts';
import { useAddressStep } from '../../components/use-address-step.ts';
import { formatCount } from '../../i18n/formats.ts';

const FocusGroupDialog = laterCode(() => import('./focus-group-dialog.tsx'));

/** Molecules and products that the sales force looks at together. */
export function Component() {
  const { t } = useTranslation('focusGroups');
  const list = useQuery({ ...focusGroupsQuery, refetchOnMount: 'always' });
  const editing = useAddressStep('edit');
  const deleting = useAddressStep('delete');
  const removing = useMutation({ mutationFn: deleteFocusGroup });
  const find = (step: string | null) => list.data?.find(({ focusGroupID }) => String(focusGroupID) === step);
  const edited = find(editing.step);
  const doomed = find(deleting.step);
  return (
    <article className="admin-list" aria-busy={list.isPending}>
      <div className="admin-list__header">
        <PageHeader title={t('title')} documentTitle={t('title')} facts={[t('intro')]} />
        <Button intent="primary" icon={<Plus />} text={t('add')} onClick={() => editing.go('new')} />
      </div>
      {list.isError && <FailureNotice intent="warning" error={list.error} onRetry={list.refetch} />}
      {removing.isError && <FailureNotice error={removing.error} />}
      {list.isPending && (
        <div className="admin-list__room bp6-skeleton" role="status" aria-label={t('loading')} />
      )}
      {list.data?.length === 0 && (
        <PageMessage icon={<Target size={40} />} heading="h2" title={t('none')} text={t('noneText')} />
      )}
      {list.data && list.data.length > 0 && (
        <ScrollingTable label={t('title')}>
          <thead>
            <tr>
              <th scope="col">{t('name')}</th>
              {(['molecules', 'products', 'covered'] as const).map((column) => (
                <th key={column} scope="col" className="admin-list__figure">
                  {t(`column.${column}`)}
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">{t('column.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {list.data.map((group) => {
              const { focusGroupID: id, name } = group;
              const gone = group.goneMolecules.length + group.goneProducts.length;
              return (
                <tr key={id}>
                  <th scope="row">
                    {name}{' '}
                    {gone > 0 && (
                      <Tag minimal intent="warning" icon={<WarningSign size={12} />}>
                        {t('gone.short', { count: gone })}
                      </Tag>
                    )}
                  </th>
                  <td className="admin-list__figure">{formatCount(group.molecules.length)}</td>
                  <td className="admin-list__figure">{formatCount(group.products.length)}</td>
                  <td className="admin-list__figure">{formatCount(group.coveredProducts)}</td>
                  <td className="admin-list__actions">
                    <RowAction
                      name={t('action.edit', { name })}
                      icon={<Edit />}
                      onClick={() => editing.go(String(id))}
                    />
                    <RowAction
                      name={t('action.delete', { name })}
                      icon={<Trash />}
                      onClick={() => {
                        removing.reset();
                        deleting.go(String(id));
                      }}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </ScrollingTable>
      )}
      {(editing.step === 'new' || edited) && (
        <LaterDialog onClose={() => editing.go(null)}>
          <FocusGroupDialog key={editing.step} group={edited ?? null} onClose={() => editing.go(null)} />
        </LaterDialog>
      )}
      {doomed && (
        <Question
          title={t('delete.question', { name: doomed.name })}
          icon={<Trash size={32} />}
          confirm={t('delete.confirm')}
          isBusy={removing.isPending}
          onClose={() => deleting.go(null)}
          onConfirm={() =>
            removing.mutate(doomed.focusGroupID, {
              onSuccess: () => showSuccess(t('delete.done', { name: doomed.name })),
              onSettled: () => deleting.go(null),
            })
          }
        >
          <p>{t('delete.text')}</p>
        </Question>
      )}
    </article>
  );
}
