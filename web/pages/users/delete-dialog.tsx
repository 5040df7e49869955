import { Button, Callout, FormGroup, HTMLSelect } from '@blueprintjs/core';
import { Trash, WarningSign } from '@blueprintjs/icons';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deleteUser, deletionEffectQuery, type ListedUser } from '../../api/people.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { PortalDialog } from '../../components/portal-dialog.tsx';
import { showSuccess } from '../../components/toasts.ts';
import { useDraft } from '../../components/use-draft.ts';
import { ActionFailure } from './action-failure.tsx';
import { DeletionEffects } from './deletion-effects.tsx';

interface DeleteDialogProps {
  user: ListedUser;
  all: readonly ListedUser[];
  onClose: () => void;
}

/** Says what deleting a user does, and lets somebody take over first. */
export default function DeleteDialog({ user, all, onClose }: DeleteDialogProps) {
  const { t } = useTranslation(['users', 'portal']);
  const draft = useDraft<{ heir: number | null }>(`delete-user:${user.id}`, { heir: null });
  const heirs = all.filter(({ id, Active }) => Active && id !== user.id);
  const heir = heirs.find(({ id }) => id === draft.form.heir)?.id ?? null;
  const effect = useQuery({ ...deletionEffectQuery(user.id, heir), placeholderData: keepPreviousData });
  const above = all.find(({ id }) => id === user.parentUserId);
  const deleting = useMutation({
    mutationFn: () => deleteUser(user.id, heir),
    onSuccess() {
      showSuccess(t('done.deleted', { name: user.name }));
      close();
    },
  });

  function close() {
    draft.forget();
    onClose();
  }

  return (
    <PortalDialog
      title={t('delete.title', { name: user.name })}
      canClose={!deleting.isPending}
      isKept={draft.isKept}
      onClose={close}
      actions={
        <>
          <Button
            variant="outlined"
            text={t('portal:action.cancel')}
            disabled={deleting.isPending}
            onClick={close}
          />
          <Button
            intent="danger"
            icon={<Trash />}
            text={t(heir === null ? 'delete.confirm' : 'delete.handOver')}
            loading={deleting.isPending}
            disabled={!effect.data || effect.isPlaceholderData}
            onClick={() => deleting.mutate()}
          />
        </>
      }
    >
      {deleting.isError && <ActionFailure deed="delete" error={deleting.error} />}
      <Callout intent="warning" icon={<WarningSign />} className="users__warning">
        {t('delete.warning', { name: user.name, email: user.email })}
      </Callout>
      <FormGroup label={t('delete.heir')} labelFor="heir" helperText={t('delete.heirHint')}>
        <HTMLSelect
          fill
          large
          id="heir"
          value={heir ?? ''}
          onChange={({ currentTarget: { value } }) =>
            draft.change({ heir: value === '' ? null : Number(value) })
          }
        >
          <option value="">{t('delete.nobody')}</option>
          {heirs.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </HTMLSelect>
      </FormGroup>
      {effect.isError && <FailureNotice error={effect.error} onRetry={effect.refetch} />}
      {effect.isPending && (
        <div className="users__room bp6-skeleton" role="status" aria-label={t('delete.loading')} />
      )}
      {effect.data && (
        <DeletionEffects
          effect={effect.data}
          isStale={effect.isPlaceholderData}
          heir={heirs.find(({ id }) => id === heir)?.name}
          above={above?.name}
        />
      )}
    </PortalDialog>
  );
}
