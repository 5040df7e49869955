import { Button, FormGroup, TextArea } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { PortalDialog } from '../../../../components/dialogs/portal-dialog.tsx';
import { useDraft } from '../../../../components/forms/use-draft.ts';

interface ListDialogProps {
  cartKey: string;
  onEnter: (text: string) => void;
  onClose: () => void;
}

/** Takes a list of codes and packs, where nothing can be pasted on the page itself. */
export default function ListDialog({ cartKey, onEnter, onClose }: ListDialogProps) {
  const { t } = useTranslation(['cart', 'portal']);
  const draft = useDraft(`cart-list:${cartKey}`, { text: '' });
  const { text } = draft.form;

  function close() {
    draft.forget();
    onClose();
  }

  function enter() {
    draft.forget();
    onEnter(text);
  }

  return (
    <PortalDialog
      title={t('cart:entry.title')}
      onClose={close}
      isKept={draft.isKept}
      actions={
        <>
          <Button text={t('portal:action.cancel')} onClick={close} />
          <Button
            intent="primary"
            disabled={text.trim() === ''}
            text={t('cart:entry.take')}
            onClick={enter}
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
          onChange={({ currentTarget }) => draft.change({ text: currentTarget.value })}
        />
      </FormGroup>
    </PortalDialog>
  );
}
