import { Button } from '@blueprintjs/core';
import { ShoppingCart } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionQuery } from '../../../api/session.ts';
import { failureText } from '../../../components/feedback/failure-notice.tsx';
import { showDone, showFailure } from '../../../components/feedback/toasts.ts';
import { useGo } from '../../../components/navigation/link.tsx';
import { useDashboardPath } from '../../../components/navigation/use-dashboard-path.ts';

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

export type ToCart = (gtins: readonly string[]) => Promise<void>;

/**
 * Selects what is available of products of the provider in the user's cart, says so, and offers the way there. Null for
 * visitors, who have none. The same function until another user signs in: rows of long lists can take it.
 */
export function useToCart(directLinkId: string): ToCart | null {
  const { t } = useTranslation('toCart');
  const { t: portal } = useTranslation();
  const { data: user } = useQuery(sessionQuery);
  const pathOf = useDashboardPath(directLinkId);
  const go = useGo();
  const latest = useRef({ t, portal, pathOf, go });
  useEffect(() => {
    latest.current = { t, portal, pathOf, go };
  });
  const userId = user?.id;
  const add = useCallback(
    async (gtins: readonly string[]) => {
      if (userId === undefined) return;
      const words = latest.current;
      // Whatever is open when somebody goes there.
      const cartPath = words.pathOf('cart');
      try {
        const { addToCart } = await import('../cart/add-to-cart.ts');
        const { added, packs, before } = await addToCart(directLinkId, userId, gtins);
        const said = [
          added > 0 || before === 0 ? words.t('added', { count: added }) : '',
          added > 0 ? words.t('packs', { count: packs }) : '',
          before > 0 ? words.t('before', { count: before }) : '',
        ];
        showDone(said.filter(Boolean).join(' '), {
          text: words.t('open'),
          onClick: () => latest.current.go(cartPath),
        });
      } catch (error) {
        showFailure(failureText(error, words.portal));
      }
    },
    [directLinkId, userId],
  );
  return userId === undefined ? null : add;
}
