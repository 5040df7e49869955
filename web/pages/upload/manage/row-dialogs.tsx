import { Alert, AnchorButton, Button, FormGroup, InputGroup } from '@blueprintjs/core';
import { Duplicate, Share, Trash } from '@blueprintjs/icons';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../api/session.ts';
import type { Statistic } from '../../../api/statistics.ts';
import { PortalDialog } from '../../../components/dialogs/portal-dialog.tsx';
import { showFailure, showSuccess } from '../../../components/feedback/toasts.ts';
import { laterCode } from '../../../components/loading/later-code.ts';
import { LaterDialog, LaterPart } from '../../../components/loading/later-part.tsx';
import { formatTimeRange } from '../../../i18n/formats.ts';

const EditDialog = laterCode(() => import('./edit-dialog.tsx'));
const ConsentDialog = laterCode(() => import('./consent-dialog.tsx'));
const ExportDialog = laterCode(() => import('./export-dialog.tsx'));

export interface OpenDialog {
  kind: 'edit' | 'directLink' | 'excel' | 'consentUpload' | 'delete';
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
  if (kind === 'directLink') return <DirectLinkDialog statistic={statistic} onClose={onClose} />;
  if (kind === 'delete') {
    return <DeleteQuestion statistic={statistic} onDelete={() => onDelete(statistic)} onClose={onClose} />;
  }
  return (
    <LaterDialog onClose={onClose}>
      {kind === 'edit' && <EditDialog user={user} statistic={statistic} onClose={onClose} />}
      {kind === 'excel' && <ExportDialog statistic={statistic} onClose={onClose} />}
      {kind === 'consentUpload' && <ConsentDialog statistic={statistic} onClose={onClose} />}
    </LaterDialog>
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

const QrCode = laterCode(() => import('./qr-code.tsx'));

interface DirectLinkDialogProps {
  statistic: Statistic;
  onClose: () => void;
}

function DirectLinkDialog({ statistic, onClose }: DirectLinkDialogProps) {
  const { t } = useTranslation(['upload', 'manage', 'portal']);
  const address = new URL(`/dashboard/${statistic.directLinkId}`, location.origin).href;

  function copy() {
    navigator.clipboard
      .writeText(address)
      .then(() => showSuccess(t('portal:action.copied')))
      .catch(() => showFailure(t('portal:failure.generic')));
  }

  return (
    <PortalDialog
      title={t('link.title')}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" icon={<Duplicate />} text={t('portal:action.copy')} onClick={copy} />
          <AnchorButton
            role="link"
            intent="primary"
            icon={<Share />}
            text={t('link.open')}
            href={address}
            target="_blank"
            rel="noreferrer"
          />
        </>
      }
    >
      <p className="direct-link__customer">{statistic.customerName}</p>
      <FormGroup label={t('link.address')} labelFor="direct-link" helperText={t('link.text')}>
        <InputGroup
          id="direct-link"
          readOnly
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
      </FormGroup>
      <figure className="direct-link__code">
        <LaterPart>
          <QrCode text={address} label={t('manage:link.code')} />
        </LaterPart>
        <figcaption>{t('manage:link.scan')}</figcaption>
      </figure>
    </PortalDialog>
  );
}
