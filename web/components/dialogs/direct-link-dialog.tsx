import { AnchorButton, Button, FormGroup, InputGroup } from '@blueprintjs/core';
import { Duplicate, Envelope, Share } from '@blueprintjs/icons';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useCopy } from '../feedback/use-copy.ts';
import { lazyComponent } from '../loading/lazy.ts';
import { LazyPart } from '../loading/lazy-part.tsx';
import { PortalDialog } from './portal-dialog.tsx';
import './dialogs.css';

const QrCode = lazyComponent(() => import('./qr-code.tsx'));

interface DirectLinkDialogProps {
  directLinkId: string;
  customerName: string | null;
  onClose: () => void;
}

/** Gives a statistic's direct link away: as an address, by mail, and as a QR code. */
export default function DirectLinkDialog({ directLinkId, customerName, onClose }: DirectLinkDialogProps) {
  const { t } = useTranslation(['upload', 'manage', 'portal', 'dashboard']);
  const address = new URL(`/dashboard/${directLinkId}`, location.origin).href;
  const subject = customerName
    ? t('dashboard:title', { customer: customerName })
    : t('dashboard:titleWithoutCustomer');
  const mail = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(address)}`;

  const field = useRef<HTMLInputElement>(null);

  const copy = useCopy(address, () => {
    field.current?.focus();
    field.current?.select();
  });

  return (
    <PortalDialog
      title={t('link.title')}
      onClose={onClose}
      actions={
        <>
          <Button variant="outlined" icon={<Duplicate />} text={t('portal:action.copy')} onClick={copy} />
          <AnchorButton
            variant="outlined"
            role="link"
            icon={<Envelope />}
            text={t('link.mail')}
            href={mail}
          />
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
      <p className="direct-link__customer">{customerName}</p>
      <FormGroup label={t('link.address')} labelFor="direct-link" helperText={t('link.text')}>
        <InputGroup
          id="direct-link"
          inputRef={field}
          readOnly
          value={address}
          onFocus={(event) => event.currentTarget.select()}
        />
      </FormGroup>
      <figure className="direct-link__code">
        <LazyPart>
          <QrCode text={address} label={t('manage:link.code')} />
        </LazyPart>
        <figcaption>{t('manage:link.scan')}</figcaption>
      </figure>
    </PortalDialog>
  );
}
