import { Button } from '@blueprintjs/core';
import { ShoppingCart } from '@blueprintjs/icons';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Columns } from '../../../api/arrow.ts';
import { rangeOf, type Selection } from '../../../components/tables/cell-range.ts';
import { formatAmount } from '../../../i18n/formats.ts';
import { useToCart } from '../to-cart/to-cart-button.tsx';
import type { ProductRow } from './table-columns.ts';

interface SelectionToCartProps {
  directLinkId: string;
  articles: Columns<ProductRow> | undefined;
  rowAt: (place: number) => number;
  selection: Selection | null;
}

/** Says what is selected while something is, and puts its alternatives into the cart. */
export function SelectionToCart({ directLinkId, articles, rowAt, selection }: SelectionToCartProps) {
  const { t } = useTranslation('toCart');
  const toCart = useToCart(directLinkId);
  const [isUnderWay, setUnderWay] = useState(false);
  const { gtins, centimes } = useMemo(
    () => selected(articles, rowAt, selection),
    [articles, rowAt, selection],
  );
  if (!toCart || !selection) return null;

  async function add(put: NonNullable<typeof toCart>) {
    setUnderWay(true);
    await put(gtins);
    setUnderWay(false);
  }
  return (
    <div className="row gap-4 products__selection" role="status">
      <span>
        {gtins.length === 0
          ? t('selectionNone')
          : t('selectionOf', { count: gtins.length, potential: formatAmount(centimes / 100) })}
      </span>
      <Button
        intent="primary"
        icon={<ShoppingCart />}
        text={t('selection')}
        disabled={gtins.length === 0}
        loading={isUnderWay}
        onClick={() => add(toCart)}
      />
    </div>
  );
}

/** The different alternatives of the selected rows, and what the rows' potentials are together. */
function selected(
  articles: SelectionToCartProps['articles'],
  rowAt: SelectionToCartProps['rowAt'],
  selection: Selection | null,
): { gtins: string[]; centimes: number } {
  if (!articles || !selection) return { gtins: [], centimes: 0 };
  const { top, bottom } = rangeOf(selection);
  const gtins = new Set<string>();
  let centimes = 0;
  for (let place = top; place <= bottom; place++) {
    const row = rowAt(place);
    const gtin = articles.cell('alternativeGTIN', row);
    if (gtin !== null) gtins.add(gtin);
    centimes += Math.round((articles.cell('turnoverPotential', row) ?? 0) * 100);
  }
  return { gtins: [...gtins], centimes };
}
