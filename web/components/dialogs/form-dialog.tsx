import { Alert, Button } from '@blueprintjs/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailureNotice } from '../feedback/failure-notice.tsx';
import { focusFirstInvalid } from '../forms/focus-first-invalid.ts';
import '../forms/forms.css';
import { PortalDialog } from './portal-dialog.tsx';

interface FormDialogProps {
  title: string;
  formId: string;
  /** What the button says that sends the form. */
  submit: string;
  saving: { isPending: boolean; error: unknown };
  /** Whether to save is being found out: only Cancel leaves then. */
  isAsking?: boolean;
  /** What the notice of a failure says, where it is more than the error. */
  failure?: ReactNode;
  /** Saves; false where an entry is to be corrected first. */
  onSubmit: () => boolean;
  onCancel: () => void;
  /** Escape and the cross ask before they drop what was entered. */
  isUnsaved: boolean;
  /** False where the browser can't keep what was entered. */
  isKept: boolean;
  wide?: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * A dialog that is a form: it stays as it is while it is being saved, says why it could not be, and leads to the first field that
 * says itself what is wrong with it.
 */
export function FormDialog(props: FormDialogProps) {
  const { title, formId, submit, saving, onSubmit, onCancel, isUnsaved } = props;
  const { isPending: isSaving, error } = saving;
  const { t } = useTranslation();
  const [isLeaving, setLeaving] = useState(false);
  // Once the fields can be used again.
  useEffect(() => {
    if (error) focusFirstInvalid(formId);
  }, [error, formId]);
  return (
    <PortalDialog
      wide={props.wide ?? false}
      title={title}
      onClose={() => (isUnsaved ? setLeaving(true) : onCancel())}
      canClose={!isSaving && !props.isAsking}
      isKept={props.isKept}
      actions={
        <>
          <Button variant="outlined" text={t('action.cancel')} disabled={isSaving} onClick={onCancel} />
          <Button
            type="submit"
            form={formId}
            intent="primary"
            text={submit}
            loading={isSaving || props.isAsking}
          />
        </>
      }
    >
      <form
        id={formId}
        className={props.className}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!onSubmit()) focusFirstInvalid(formId);
        }}
      >
        {error ? (props.failure ?? <FailureNotice error={error} />) : null}
        {/* Inert too, for what is dropped on a field, and for lists to choose from that are none. */}
        <fieldset className="form-whole" disabled={isSaving} inert={isSaving}>
          {props.children}
        </fieldset>
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
