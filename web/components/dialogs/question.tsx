import { Alert, type Intent } from '@blueprintjs/core';
import { type ReactElement, type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';

interface QuestionProps {
  title: string;
  icon: ReactElement;
  intent?: Intent;
  confirm: string;
  /** Instead of "Cancel". */
  cancel?: string;
  isBusy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks once more before something is done that can't be taken back, or shows at others at once. */
export function Question({
  title,
  icon,
  intent = 'danger',
  confirm,
  cancel,
  isBusy = false,
  onConfirm,
  onClose,
  children,
}: QuestionProps) {
  const titleId = useId();
  const textId = useId();
  const { t } = useTranslation();
  return (
    <Alert
      isOpen
      aria-labelledby={titleId}
      aria-describedby={textId}
      intent={intent}
      icon={icon}
      cancelButtonText={cancel ?? t('action.cancel')}
      confirmButtonText={confirm}
      loading={isBusy}
      canEscapeKeyCancel={!isBusy}
      onCancel={onClose}
      onConfirm={onConfirm}
    >
      <p id={titleId}>
        <strong>{title}</strong>
      </p>
      <div id={textId}>{children}</div>
    </Alert>
  );
}
