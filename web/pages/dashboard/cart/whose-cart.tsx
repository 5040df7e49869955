import { HTMLSelect } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { cartParameter, cartsQuery } from './cart-queries.ts';

/** Chooses between one's own cart and those that others have made visible; nothing where there are none. */
export function WhoseCart({ directLinkId }: { directLinkId: string }) {
  const { t } = useTranslation('cart');
  const [parameters, setParameters] = useSearchParams();
  const { data: carts = [] } = useQuery(cartsQuery(directLinkId));
  const others = carts.filter(({ own }) => !own);
  const current = parameters.get(cartParameter);
  const shown = others.some(({ cartKey }) => cartKey === current) ? current! : '';
  if (others.length === 0) return null;

  function choose(cartKey: string) {
    const next = new URLSearchParams(parameters);
    if (cartKey === '') next.delete(cartParameter);
    else next.set(cartParameter, cartKey);
    setParameters(next, { preventScrollReset: true });
  }
  return (
    <div className="whose-cart">
      <label htmlFor="whose-cart">{t('whose.label')}</label>
      <HTMLSelect id="whose-cart" value={shown} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        <option value="">{t('whose.own')}</option>
        {others.map(({ cartKey, ownerName, selectedRows }) => (
          <option key={cartKey} value={cartKey}>
            {t('whose.of', { name: ownerName, count: selectedRows })}
          </option>
        ))}
      </HTMLSelect>
    </div>
  );
}
