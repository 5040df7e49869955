import { Button, FormGroup, TextArea } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PortalDialog } from '../../../../components/portal-dialog.tsx';

interface ListDialogProps {
  onEnter: (text: string) => void;
  onClose: () => void;
}

/** Takes a list of codes and packs, where nothing can be pasted on the page itself. */
export default function ListDialog({ onEnter, onClose }: ListDialogProps) {
  const { t } = useTranslation(['cart', 'portal']);
  const [text, setText] = useState('');
  return (
    <PortalDialog
      title={t('cart:entry.title')}
      onClose={onClose}
      actions={
        <>
          <Button text={t('portal:action.cancel')} onClick={onClose} />
          <Button
            intent="primary"
            disabled={text.trim() === ''}
            text={t('cart:entry.take')}
            onClick={() => onEnter(text)}
          />
        </>
      }
    >
      <p>{t('cart:entry.text')}</p>
      <FormGroup label={t('cart:entry.label')} labelFor="cart-list">
        <TextArea
          id="cart-list"
          fill
          rows={10}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      </FormGroup>
    </PortalDialog>
  );
}
