import { Button } from '@blueprintjs/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CatalogueRevision, goBackTo } from '../../../api/merged-products.ts';
import { PortalDialog } from '../../../components/dialogs/portal-dialog.tsx';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { showSuccess } from '../../../components/feedback/toasts.ts';
import { formatDate } from '../../../i18n/formats.ts';

interface GoBackDialogProps {
  revision: CatalogueRevision;
  current: number;
  onClose: () => void;
}

/** Makes an earlier catalogue the current one, once somebody has confirmed it. */
export default function GoBackDialog({ revision, current, onClose }: GoBackDialogProps) {
  const { t } = useTranslation(['merged', 'portal']);
  const going = useMutation({
    mutationFn: () => goBackTo(revision.revision, current),
    onSuccess() {
      showSuccess(t('revisions.done', { revision: revision.revision }));
      onClose();
    },
  });
  return (
    <PortalDialog
      title={t('revisions.backTo', { revision: revision.revision })}
      onClose={onClose}
      canClose={!going.isPending}
      actions={
        <>
          <Button text={t('portal:action.cancel')} disabled={going.isPending} onClick={onClose} />
          <Button
            intent="primary"
            text={t('revisions.confirm')}
            loading={going.isPending}
            onClick={() => going.mutate()}
          />
        </>
      }
    >
      {going.isError && <FailureNotice intent="warning" error={going.error} />}
      <p>
        {t('revisions.text', {
          revision: revision.revision,
          date: formatDate(revision.publishedAt),
          priceDate: formatDate(revision.pricesOf),
          current,
        })}
      </p>
    </PortalDialog>
  );
}
