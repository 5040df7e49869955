import { Button, Card } from '@blueprintjs/core';
import { Edit, Media, Plus, Trash } from '@blueprintjs/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deleteHeaderImage, headerImageAddress, headerImagesQuery } from '../../api/header-images.ts';
import '../../components/admin-list.css';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { laterCode } from '../../components/later-code.ts';
import { LaterDialog } from '../../components/later-part.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { PageMessage } from '../../components/page-message.tsx';
import { Question } from '../../components/question.tsx';
import { RowAction } from '../../components/row-action.tsx';
import { showSuccess } from '../../components/toasts.ts';
import { useAddressStep } from '../../components/use-address-step.ts';
import './header-images-page.css';

const HeaderImageDialog = laterCode(() => import('./header-image-dialog.tsx'));

/** Pictures that may head a customer's dashboard. */
export function Component() {
  const { t } = useTranslation('headerImages');
  const list = useQuery({ ...headerImagesQuery, refetchOnMount: 'always' });
  const editing = useAddressStep('edit');
  const deleting = useAddressStep('delete');
  const removing = useMutation({ mutationFn: deleteHeaderImage });
  const find = (step: string | null) => list.data?.find(({ id }) => String(id) === step);
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
        <PageMessage icon={<Media size={40} />} heading="h2" title={t('none')} text={t('noneText')} />
      )}
      <ul className="header-images">
        {list.data?.map(({ id, name, statistics = 0 }) => (
          <li key={id}>
            <Card className="header-images__image">
              <img src={headerImageAddress(id)} alt="" />
              <h2>{name}</h2>
              <div className="header-images__foot">
                <span>{t('used', { count: statistics })}</span>
                <span>
                  <RowAction
                    name={t('action.rename', { name })}
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
                </span>
              </div>
            </Card>
          </li>
        ))}
      </ul>
      {(editing.step === 'new' || edited) && (
        <LaterDialog onClose={() => editing.go(null)}>
          <HeaderImageDialog key={editing.step} image={edited ?? null} onClose={() => editing.go(null)} />
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
            removing.mutate(doomed.id, {
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
