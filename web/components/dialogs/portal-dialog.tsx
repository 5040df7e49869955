import { Button, Dialog, DialogBody, DialogFooter } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { NotKept } from '../feedback/not-kept.tsx';
import './dialogs.css';

interface PortalDialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  actions: ReactNode;
  /** Wide enough for forms and tables; on small screens any dialog fills the screen. */
  wide?: boolean;
  /** False while closing would lose something that is under way. */
  canClose?: boolean;
  /** False where the browser can't keep what was entered. */
  isKept?: boolean;
}

/** A Blueprint dialog whose heading and close button are ours, so that they speak the user's language. */
export function PortalDialog({
  title,
  onClose,
  children,
  actions,
  wide = false,
  canClose = true,
  isKept = true,
}: PortalDialogProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      className={wide ? 'portal-dialog portal-dialog--wide' : 'portal-dialog'}
      aria-labelledby={titleId}
      canEscapeKeyClose={canClose}
      canOutsideClickClose={false}
    >
      <div className="portal-dialog__header">
        <h2 id={titleId}>{title}</h2>
        {canClose && (
          <Button variant="minimal" icon={<Cross />} aria-label={t('action.close')} onClick={onClose} />
        )}
      </div>
      <DialogBody className="portal-dialog__body">{children}</DialogBody>
      <DialogFooter actions={actions}>{!isKept && <NotKept />}</DialogFooter>
    </Dialog>
  );
}
