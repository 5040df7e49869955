import { Alert, Button } from '@blueprintjs/core';
import { type FormEventHandler, type JSX, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PortalDialog } from './portal-dialog.tsx';

interface FormDialogProps {
  title: string;
  formId: string;
  /** What sends the form. */
  icon: JSX.Element;
  submit: string;
  isSaving: boolean;
  onSubmit: FormEventHandler;
  onCancel: () => void;
  /** Escape and the cross ask before they drop what was entered. */
  isUnsaved: boolean;
  /** False where the browser can't keep what was entered. */
  isKept: boolean;
  wide?: boolean;
  className?: string;
  children: ReactNode;
}

/** A dialog that is a form, which says itself what is wrong with its fields, and stays while it is being saved. */
export function FormDialog(props: FormDialogProps) {
  const { title, formId, icon, submit, isSaving, onSubmit, onCancel, isUnsaved } = props;
  const { t } = useTranslation();
  const [isLeaving, setLeaving] = useState(false);
  return (
    <PortalDialog
      wide={props.wide ?? false}
      title={title}
      onClose={() => (isUnsaved ? setLeaving(true) : onCancel())}
      canClose={!isSaving}
      isKept={props.isKept}
      actions={
        <>
          <Button variant="outlined" text={t('action.cancel')} disabled={isSaving} onClick={onCancel} />
          <Button type="submit" form={formId} intent="primary" icon={icon} text={submit} loading={isSaving} />
        </>
      }
    >
      <form id={formId} className={props.className} noValidate onSubmit={onSubmit}>
        {props.children}
      </form>
      <Alert
        isOpen={isLeaving}
        cancelButtonText={t('unsaved.keep')}
        confirmButtonText={t('unsaved.discard')}
        intent="danger"
        canEscapeKeyCancel
        onCancel={() => setLeaving(false)}
        onConfirm={onCancel}
      >
        <p>{t('unsaved.text')}</p>
      </Alert>
    </PortalDialog>
  );
}
