import { Button, Callout, FormGroup, HTMLSelect, InputGroup, Switch, Tag } from '@blueprintjs/core';
import { Edit, Trash } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { multiplierOf, writeFraction } from '#shared/cart-quantity.ts';
import { usualDeliveryDay } from '#shared/delivery-day.ts';
import { orderingWholesalersQuery, wholesalersQuery } from '../../../../api/wholesalers.ts';
import { openDialog, useDialog } from '../../../../components/dialogs/use-dialog.ts';
import { FailureNotice } from '../../../../components/feedback/failure-notice.tsx';
import { DayField } from '../../../../components/forms/day-field/day-field.tsx';
import { useToday } from '../../../../components/hooks/use-today.ts';
import { lazyComponent } from '../../../../components/loading/lazy.ts';
import { LazyDialog } from '../../../../components/loading/lazy-part.tsx';
import { formatDate } from '../../../../i18n/formats.ts';
import { labelled } from '../../../../i18n/labelled.ts';
import type { HeaderFields } from '../edits/edit.ts';
import type { ShownCart } from '../edits/shown-cart.ts';
import { readMultiplier, writeMultiplier } from '../quantity.ts';

interface CartSettingsProps {
  cart: ShownCart;
  onChange: (fields: Partial<HeaderFields>) => void;
}

const deliveryTypes = ['Barcode', 'TransferOrder'] as const;

/** What holds for the whole order: for how many months, when, from whom, how, and who signs. */
export function CartSettings({ cart, onChange }: CartSettingsProps) {
  const { t } = useTranslation('cart');
  const wholesalers = useQuery(orderingWholesalersQuery);
  const chosen = wholesalers.data?.find(({ wholesalerID }) => wholesalerID === cart.wholesaler);
  const isFormer = cart.wholesaler !== null && wholesalers.data !== undefined && !chosen;
  const all = useQuery({ ...wholesalersQuery, enabled: isFormer });
  const former = all.data?.find(({ wholesalerID }) => wholesalerID === cart.wholesaler)?.wholesalerName;
  const today = useToday();
  const day = cart.deliveryDate ?? usualDeliveryDay(today);
  const isPast = day < today;
  const canEdit = cart.own;
  const isSent = cart.deliveryType === 'TransferOrder';
  const lacksWholesaler = isSent && (cart.wholesaler === null || isFormer);
  // Folded up until something is missing; from then on as whoever looks at it has it.
  const [isOpen, setOpen] = useState(canEdit && (lacksWholesaler || isPast));
  const summary = [
    t('settings.needOf', {
      count: cart.bezugsStatistik.months,
      factor: writeMultiplier(cart.quantityMultiplier),
    }),
    t('settings.deliveryOn', { date: formatDate(day) }),
    chosen?.wholesalerName ?? former,
    t(`deliveryType.${cart.deliveryType}`),
    cart.signature !== null && !cart.signatureVoid && t('settings.signed'),
  ].filter(Boolean);
  const missing = [
    isPast && t('settings.past'),
    lacksWholesaler && t('settings.wholesalerMissing'),
    cart.signature === null ? isSent && t('signature.none') : cart.signatureVoid && t('signature.changed'),
  ].filter(Boolean);
  return (
    <>
      <details
        className="cart-settings"
        open={isOpen}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>
          <h2>{t('settings.title')}</h2>{' '}
          <span className="cart-settings__summary">
            {missing.length > 0 && <span className="cart-settings__missing">{missing.join(' · ')} · </span>}
            {summary.join(' · ')}
          </span>
        </summary>
        <div className="cart-settings__fields">
          <MultiplierField cart={cart} onChange={onChange} />
          <FormGroup
            label={t('settings.deliveryDate')}
            labelFor="delivery-date"
            intent={isPast ? 'warning' : 'none'}
            helperText={isPast && t('send.pastDelivery', { date: formatDate(day) })}
          >
            {canEdit ? (
              <DayField
                id="delivery-date"
                day={day}
                onChange={(deliveryDate) => onChange({ deliveryDate: deliveryDate || null })}
              />
            ) : (
              <output id="delivery-date">{formatDate(day)}</output>
            )}
          </FormGroup>
          <FormGroup
            label={t('settings.wholesaler')}
            labelFor="wholesaler"
            helperText={
              chosen &&
              chosen.conditionsContact.trim() !== '' &&
              labelled(t('settings.conditionsContact'), chosen.conditionsContact)
            }
          >
            <HTMLSelect
              id="wholesaler"
              fill
              disabled={!canEdit || !wholesalers.data}
              value={cart.wholesaler ?? ''}
              onChange={({ currentTarget: { value } }) =>
                onChange({ wholesaler: value === '' ? null : Number(value) })
              }
            >
              <option value="">{t('settings.noWholesaler')}</option>
              {isFormer && (
                <option value={cart.wholesaler ?? ''}>
                  {former
                    ? t('settings.retiredWholesaler', { name: former })
                    : t('settings.formerWholesaler')}
                </option>
              )}
              {wholesalers.data?.map(({ wholesalerID, wholesalerName }) => (
                <option key={wholesalerID} value={wholesalerID}>
                  {wholesalerName}
                </option>
              ))}
            </HTMLSelect>
          </FormGroup>
          <FormGroup label={t('settings.deliveryType')} labelFor="delivery-type">
            <HTMLSelect
              id="delivery-type"
              fill
              disabled={!canEdit}
              value={cart.deliveryType}
              onChange={({ currentTarget: { value } }) =>
                onChange({ deliveryType: value as HeaderFields['deliveryType'] })
              }
            >
              {deliveryTypes.map((type) => (
                <option key={type} value={type}>
                  {t(`deliveryType.${type}`)}
                </option>
              ))}
            </HTMLSelect>
          </FormGroup>
          <SignatureField cart={cart} onChange={onChange} />
          <Switch
            className="cart-settings__visible"
            checked={cart.visible}
            disabled={!canEdit}
            label={t('settings.visible')}
            onChange={({ currentTarget: { checked } }) => onChange({ visible: checked })}
          />
        </div>
        {wholesalers.isError && <FailureNotice error={wholesalers.error} onRetry={wholesalers.refetch} />}
      </details>
      {isFormer && former !== undefined && (
        <Callout compact intent="warning" role="status">
          {t('send.formerWholesaler', { name: former })}
        </Callout>
      )}
    </>
  );
}

const SignatureDialog = lazyComponent(() => import('./signature-dialog.tsx'));

interface SignatureFieldProps {
  cart: ShownCart;
  onChange: (fields: Partial<HeaderFields>) => void;
}

/** Who has signed the cart as it is, and the way to do so. */
function SignatureField({ cart, onChange }: SignatureFieldProps) {
  const { t } = useTranslation('cart');
  const [signing, close] = useDialog('signature');
  const today = useToday();
  const { signature, signatureName, signedAt, signatureVoid, signedOrder, own: canEdit } = cart;
  return (
    <fieldset className="row gap-3 cart-settings__signature">
      <legend className="bp6-label">{t('signature.label')}</legend>
      {signature === null ? (
        <span className="bp6-text-muted">{t('signature.none')}</span>
      ) : (
        <span className="row gap-3 row--tight cart-settings__signed" data-void={signatureVoid}>
          {signature === 'typed' ? (
            <span className="cart-settings__typed">{signatureName}</span>
          ) : (
            <img src={signature} alt={t('signature.of', { name: signatureName })} />
          )}
          <span>
            {signature !== 'typed' && signatureName}
            {signedAt && <span className="note cart-table__pack"> {formatDate(signedAt)}</span>}
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
            onClick={() => openDialog('signature')}
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
      {canEdit && signing !== null && (
        <LazyDialog onClose={close}>
          <SignatureDialog
            cartKey={cart.cartKey}
            name={signatureName}
            onSign={(fields) => {
              // Signed is what is shown, also should it be sent on another day, or when other prices are published.
              const { deliveryDate, catalogueRevision } = cart;
              onChange({
                ...fields,
                deliveryDate: deliveryDate ?? usualDeliveryDay(today),
                catalogueRevision,
              });
              close();
            }}
            onClose={close}
          />
        </LazyDialog>
      )}
    </fieldset>
  );
}

interface MultiplierFieldProps {
  cart: ShownCart;
  onChange: (fields: Partial<HeaderFields>) => void;
}

const presets = [1, 2, 3, 6, 12];

/** For how many months to order, or what to multiply the statistic's packs by. */
function MultiplierField({ cart, onChange }: MultiplierFieldProps) {
  const { t } = useTranslation('cart');
  const [isOwn, setOwn] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const { months } = cart.bezugsStatistik;
  const { multiplierExact: exact, quantityMultiplier, own: canEdit } = cart;
  const preset = presets.find((each) => writeFraction(multiplierOf(each / months, months)) === exact);
  const showsOwn = isOwn || preset === undefined;
  const invalid = typed !== null && readMultiplier(typed) === null;

  function choose(value: string) {
    setTyped(null);
    setOwn(value === 'own');
    if (value !== 'own') onChange({ quantityMultiplier: Number(value) / months });
  }
  function take() {
    const read = readMultiplier(typed ?? '');
    // What can't be taken stays, with what is wrong with it.
    if (read === null && typed?.trim()) return;
    setTyped(null);
    if (read !== null && read !== quantityMultiplier) onChange({ quantityMultiplier: read });
  }
  return (
    <FormGroup
      label={t('multiplier.label')}
      labelFor="multiplier"
      helperText={
        <span id="multiplier-means">
          {invalid
            ? t('multiplier.invalid')
            : preset === undefined
              ? t('multiplier.own', { factor: writeMultiplier(quantityMultiplier) })
              : t('multiplier.means', { factor: writeMultiplier(quantityMultiplier), count: months })}
        </span>
      }
      intent={invalid ? 'danger' : 'none'}
    >
      <div className="cart-settings__multiplier">
        <HTMLSelect
          id="multiplier"
          fill
          disabled={!canEdit}
          aria-describedby="multiplier-means"
          value={showsOwn ? 'own' : preset}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          {presets.map((each) => (
            <option key={each} value={each}>
              {t('multiplier.months', { count: each })}
            </option>
          ))}
          <option value="own">{t('multiplier.ownOption')}</option>
        </HTMLSelect>
        {showsOwn && (
          <InputGroup
            aria-label={t('multiplier.factor')}
            aria-describedby="multiplier-means"
            aria-invalid={invalid}
            inputMode="decimal"
            autoComplete="off"
            maxLength={8}
            disabled={!canEdit}
            intent={invalid ? 'danger' : 'none'}
            value={typed ?? writeMultiplier(quantityMultiplier)}
            onValueChange={setTyped}
            onBlur={take}
            onKeyDown={({ key }) => {
              if (key === 'Enter') take();
              if (key === 'Escape') setTyped(null);
            }}
          />
        )}
      </div>
    </FormGroup>
  );
}
