import { Alert } from '@blueprintjs/core';
import { Trash } from '@blueprintjs/icons';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../api/session.ts';
import type { Statistic } from '../../../api/statistics.ts';
import DirectLinkDialog from '../../../components/dialogs/direct-link-dialog.tsx';
import { lazyComponent } from '../../../components/loading/lazy.ts';
import { LazyDialog } from '../../../components/loading/lazy-part.tsx';
import { formatTimeRange } from '../../../i18n/formats.ts';

const EditDialog = lazyComponent(() => import('./edit-dialog.tsx'));
const ConsentDialog = lazyComponent(() => import('./consent-dialog.tsx'));
const ExportDialog = lazyComponent(() => import('./export-dialog.tsx'));
const CombineDialog = lazyComponent(() => import('../combine/combine-dialog.tsx'));
const MembersDialog = lazyComponent(() => import('../../../components/dialogs/members-dialog.tsx'));

export interface OpenDialog {
  kind: 'edit' | 'directLink' | 'excel' | 'consentUpload' | 'combine' | 'members' | 'delete';
  statistic: Statistic;
}

interface RowDialogsProps {
  user: User;
  open: OpenDialog | null;
  onDelete: (statistic: Statistic) => void;
  onClose: () => void;
}

/** The dialog that the row menu has opened, if any. */
export function RowDialogs({ user, open, onDelete, onClose }: RowDialogsProps) {
  if (!open) return null;
  const { kind, statistic } = open;
  if (kind === 'directLink') return <DirectLinkDialog {...statistic} onClose={onClose} />;
  if (kind === 'delete') {
    return <DeleteQuestion statistic={statistic} onDelete={() => onDelete(statistic)} onClose={onClose} />;
  }
  return (
    <LazyDialog onClose={onClose}>
      {kind === 'edit' && <EditDialog user={user} statistic={statistic} onClose={onClose} />}
      {kind === 'excel' && <ExportDialog statistic={statistic} onClose={onClose} />}
      {kind === 'combine' && <CombineDialog user={user} first={statistic} onClose={onClose} />}
      {kind === 'members' && <MembersDialog directLinkId={statistic.directLinkId} onClose={onClose} />}
      {kind === 'consentUpload' && <ConsentDialog statistic={statistic} onClose={onClose} />}
    </LazyDialog>
  );
}

interface DeleteQuestionProps {
  statistic: Statistic;
  onDelete: () => void;
  onClose: () => void;
}

function DeleteQuestion({ statistic, onDelete, onClose }: DeleteQuestionProps) {
  const titleId = useId();
  const textId = useId();
  const { t } = useTranslation(['manage', 'portal']);
  return (
    <Alert
      isOpen
      aria-labelledby={titleId}
      aria-describedby={textId}
      intent="danger"
      icon={<Trash size={32} />}
      cancelButtonText={t('portal:action.cancel')}
      confirmButtonText={t('delete.confirm')}
      canEscapeKeyCancel
      onCancel={onClose}
      onConfirm={() => {
        onDelete();
        onClose();
      }}
    >
      <p id={titleId}>
        <strong>{t('delete.question')}</strong>
      </p>
      <div id={textId}>
        <p>
          {statistic.customerName}
          <br />
          {formatTimeRange(statistic)}
        </p>
        <p>{t('delete.text')}</p>
      </div>
    </Alert>
  );
}
