import { FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { multiplierOf, writeFraction } from '#shared/cart-quantity.ts';
import type { HeaderFields } from '../edits/edit.ts';
import type { ShownCart } from '../edits/shown-cart.ts';
import { readMultiplier, writeMultiplier } from './multiplier.ts';

interface MultiplierFieldProps {
  cart: ShownCart;
  onChange: (fields: Partial<HeaderFields>) => void;
}

const presets = [1, 2, 3, 6, 12];

/** For how many months to order, or what to multiply the statistic's packs by. */
export function MultiplierField({ cart, onChange }: MultiplierFieldProps) {
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
