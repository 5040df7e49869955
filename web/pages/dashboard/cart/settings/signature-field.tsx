import { Button, Tag } from '@blueprintjs/core';
import { Edit, Trash } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { laterCode } from '../../../../components/loading/later-code.ts';
import { LaterDialog } from '../../../../components/loading/later-part.tsx';
import { useAddressStep } from '../../../../components/navigation/use-address-step.ts';
import { formatDate } from '../../../../i18n/formats.ts';
import { deliveryDay } from '../delivery-day.ts';
import type { HeaderFields } from '../edits/edit.ts';
import type { ShownCart } from '../edits/shown-cart.ts';

const SignatureDialog = laterCode(() => import('./signature-dialog.tsx'));

interface SignatureFieldProps {
  cart: ShownCart;
  onChange: (fields: Partial<HeaderFields>) => void;
}

/** Who has signed the cart as it is, and the way to do so. */
export function SignatureField({ cart, onChange }: SignatureFieldProps) {
  const { t } = useTranslation('cart');
  const dialog = useAddressStep('dialog');
  const { signature, signatureName, signedAt, signatureVoid, signedOrder, own: canEdit } = cart;
  const close = () => dialog.go(null);
  return (
    <fieldset className="cart-settings__signature">
      <legend className="bp6-label">{t('signature.label')}</legend>
      {signature === null ? (
        <span className="cart-settings__unsigned">{t('signature.none')}</span>
      ) : (
        <span className="cart-settings__signed" data-void={signatureVoid}>
          {signature === 'typed' ? (
            <span className="cart-settings__typed">{signatureName}</span>
          ) : (
            <img src={signature} alt={t('signature.of', { name: signatureName })} />
          )}
          <span>
            {signature !== 'typed' && signatureName}
            {signedAt && <span className="cart-table__pack"> {formatDate(signedAt)}</span>}
            {signatureVoid && (
              <Tag intent="warning" title={t('signature.voidText')}>
                {t('signature.none')}:{' '}
                {signedOrder === null
                  ? t('signature.changed')
                  : t('signature.changedSince', { order: signedOrder })}
              </Tag>
            )}
          </span>
        </span>
      )}
      {canEdit && (
        <span className="cart-settings__sign">
          <Button
            variant="outlined"
            icon={<Edit />}
            text={signature === null ? t('signature.sign') : t('signature.again')}
            onClick={() => dialog.go('signature')}
          />
          {signature !== null && (
            <Button
              variant="minimal"
              icon={<Trash />}
              aria-label={t('signature.remove')}
              title={t('signature.remove')}
              onClick={() => onChange({ signature: null })}
            />
          )}
        </span>
      )}
      {canEdit && dialog.step === 'signature' && (
        <LaterDialog onClose={close}>
          <SignatureDialog
            cartKey={cart.cartKey}
            name={signatureName}
            onSign={(fields) => {
              // Signed is what is shown, also should it be sent on another day.
              onChange({ ...fields, deliveryDate: deliveryDay(cart.deliveryDate) });
              close();
            }}
            onClose={close}
          />
        </LaterDialog>
      )}
    </fieldset>
  );
}
