import { Button } from '@blueprintjs/core';
import { ShoppingCart } from '@blueprintjs/icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Columns } from '../../../api/arrow.ts';
import { useToCart } from '../to-cart/use-to-cart.ts';
import { rangeOf, type Selection } from './cell-range.ts';
import type { ProductRow } from './table-columns.ts';

interface SelectionToCartProps {
  directLinkId: string;
  articles: Columns<ProductRow> | undefined;
  rowAt: (place: number) => number;
  selection: Selection | null;
}

/** Puts the alternatives of the selected rows into the cart. */
export function SelectionToCart({ directLinkId, articles, rowAt, selection }: SelectionToCartProps) {
  const { t } = useTranslation('toCart');
  const toCart = useToCart(directLinkId);
  const [isUnderWay, setUnderWay] = useState(false);
  const gtins = useMemo(() => {
    if (!articles || !selection) return [];
    const { top, bottom } = rangeOf(selection);
    const rows = Array.from({ length: bottom - top + 1 }, (_, index) => rowAt(top + index));
    const alternatives = rows.map((row) => articles.cell('alternativeGTIN', row));
    return [...new Set(alternatives.filter((gtin) => gtin !== null))];
  }, [articles, selection, rowAt]);
  if (!toCart) return null;

  async function add(put: NonNullable<typeof toCart>) {
    setUnderWay(true);
    await put(gtins);
    setUnderWay(false);
  }
  return (
    <Button
      className="products__to-cart"
      variant="outlined"
      icon={<ShoppingCart />}
      text={t('selection', { count: gtins.length })}
      disabled={gtins.length === 0}
      loading={isUnderWay}
      onClick={() => add(toCart)}
    />
  );
}
