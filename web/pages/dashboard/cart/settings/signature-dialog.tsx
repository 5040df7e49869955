import { Button, Checkbox, FormGroup, InputGroup, Tab, Tabs } from '@blueprintjs/core';
import { Eraser } from '@blueprintjs/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PortalDialog } from '../../../../components/dialogs/portal-dialog.tsx';
import { useDraft } from '../../../../components/forms/use-draft.ts';
import type { HeaderFields } from '../edits/edit.ts';
import { type Drawing, imageOf } from './drawing.ts';
import { DrawingField } from './drawing-field.tsx';

interface Signing {
  way: 'draw' | 'type';
  name: string;
  drawing: Drawing;
}

interface SignatureDialogProps {
  cartKey: string;
  name: string;
  onSign: (fields: Pick<HeaderFields, 'signature' | 'signatureName'>) => void;
  onClose: () => void;
}

/** Signs the cart as it is: drawn with pen, finger or mouse, or with a name that is typed and confirmed. */
export default function SignatureDialog({ cartKey, onSign, onClose, ...props }: SignatureDialogProps) {
  const { t } = useTranslation(['cart', 'portal']);
  // Kept until it is taken over: closing the dialog loses nothing.
  const draft = useDraft<Signing>(`signature:${cartKey}`, { way: 'draw', name: props.name, drawing: [] });
  const { way, name, drawing } = draft.form;
  const [isConfirmed, setConfirmed] = useState(false);
  const isComplete = name.trim() !== '' && (way === 'draw' ? drawing.length > 0 : isConfirmed);

  function sign() {
    draft.forget();
    onSign({ signatureName: name.trim(), signature: way === 'draw' ? imageOf(drawing) : 'typed' });
  }
  return (
    <PortalDialog
      title={t('cart:signature.title')}
      onClose={onClose}
      isKept={draft.isKept}
      actions={
        <>
          <Button text={t('portal:action.cancel')} onClick={onClose} />
          <Button intent="primary" disabled={!isComplete} text={t('cart:signature.take')} onClick={sign} />
        </>
      }
    >
      <p>{t('cart:signature.text')}</p>
      <FormGroup label={t('cart:signature.name')} labelFor="signature-name">
        <InputGroup
          id="signature-name"
          autoComplete="name"
          maxLength={200}
          value={name}
          onValueChange={(typed) => draft.change({ name: typed })}
        />
      </FormGroup>
      <Tabs
        id="signature-way"
        selectedTabId={way}
        onChange={(next) => draft.change({ way: next as 'draw' | 'type' })}
        renderActiveTabPanelOnly
      >
        <Tab
          id="draw"
          title={t('cart:signature.draw')}
          panel={
            <div className="signature-drawing">
              <DrawingField
                label={t('cart:signature.field')}
                drawing={drawing}
                onChange={(drawn) => draft.change({ drawing: drawn })}
              />
              <Button
                variant="minimal"
                icon={<Eraser />}
                text={t('cart:signature.clear')}
                disabled={drawing.length === 0}
                onClick={() => draft.change({ drawing: [] })}
              />
            </div>
          }
        />
        <Tab
          id="type"
          title={t('cart:signature.type')}
          panel={
            <Checkbox
              checked={isConfirmed}
              label={t('cart:signature.confirm')}
              onChange={({ currentTarget }) => setConfirmed(currentTarget.checked)}
            />
          }
        />
      </Tabs>
    </PortalDialog>
  );
}
