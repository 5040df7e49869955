import { AnchorButton, Button, FormGroup, InputGroup } from '@blueprintjs/core';
import { Duplicate, Share } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { Statistic } from '../../../api/statistics.ts';
import { PortalDialog } from '../../../components/dialogs/portal-dialog.tsx';
import { showFailure, showSuccess } from '../../../components/feedback/toasts.ts';
import { laterCode } from '../../../components/loading/later-code.ts';
import { LaterPart } from '../../../components/loading/later-part.tsx';
import './direct-link-dialog.css';

const QrCode = laterCode(() => import('../../../components/dialogs/qr-code.tsx'));

interface DirectLinkDialogProps {
  statistic: Statistic;
  onClose: () => void;
}

export function DirectLinkDialog({ statistic, onClose }: DirectLinkDialogProps) {
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
