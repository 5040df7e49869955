import { Button } from '@blueprintjs/core';
import { ShoppingCart } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import type { ToCart } from './use-to-cart.ts';

interface ToCartButtonProps {
  /** The provider's product, and what it is called. */
  gtin: string;
  name: string;
  toCart: ToCart;
}

/** Puts one product of a list into the cart. */
export function ToCartButton({ gtin, name, toCart }: ToCartButtonProps) {
  const { t } = useTranslation('toCart');
  return (
    <Button
      size="small"
      variant="minimal"
      icon={<ShoppingCart />}
      title={t('row')}
      aria-label={t('rowOf', { name })}
      onClick={() => toCart([gtin])}
    />
  );
}
