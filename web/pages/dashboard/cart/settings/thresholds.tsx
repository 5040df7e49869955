import { Callout } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import type { CartSums } from '#shared/cart-quantity.ts';
import type { Wholesaler } from '../../../../api/wholesalers.ts';
import { formatAmount } from '../../../../i18n/formats.ts';
import '../../../../components/forms/forms.css';

interface ThresholdsProps {
  /** Undefined where none is chosen. */
  wholesaler: Wholesaler | undefined;
  sums: CartSums;
}

/** What the order lacks to be taken, or to be delivered free of charge. */
export function Thresholds({ wholesaler, sums: { rows, exFactorySum } }: ThresholdsProps) {
  const { t } = useTranslation('cart');
  if (!wholesaler || rows === 0) return null;
  const { wholesalerName: name, minimumOrderValue: least, freeDeliveryFrom: free } = wholesaler;
  if (least !== null && exFactorySum < least) {
    return (
      <Callout compact intent="warning" role="status">
        {t('thresholds.minimum', {
          name,
          minimum: formatAmount(least),
          missing: formatAmount(least - exFactorySum),
        })}
      </Callout>
    );
  }
  if (free !== null && exFactorySum < free) {
    return (
      <Callout compact role="status">
        {t('thresholds.free', {
          name,
          free: formatAmount(free),
          missing: formatAmount(free - exFactorySum),
        })}
      </Callout>
    );
  }
  return null;
}
