import { Button } from '@blueprintjs/core';
import type { FormEventHandler, JSX, ReactNode } from 'react';
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
  /** Where closing asks first; else as cancelling. */
  onClose?: () => void;
  wide?: boolean;
  className?: string;
  children: ReactNode;
}

/** A dialog that is a form, which says itself what is wrong with its fields, and stays while it is being saved. */
export function FormDialog(props: FormDialogProps) {
  const { title, formId, icon, submit, isSaving, onSubmit, onCancel, onClose = onCancel } = props;
  const { t } = useTranslation();
  return (
    <PortalDialog
      wide={props.wide ?? false}
      title={title}
      onClose={onClose}
      canClose={!isSaving}
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
    </PortalDialog>
  );
}
