import { useTranslation } from 'react-i18next';
import type { productTotals } from '#analytics/views/product.ts';
import type { RowOf } from '../../../api/views.ts';
import { formatCount } from '../../../i18n/formats.ts';

/** What the totals do not contain, since a price is missing; nothing where all of it is known. */
export function UnknownSums({ totals }: { totals: RowOf<typeof productTotals> }) {
  const { t } = useTranslation('products');
  const { withoutPrice, potentialsUnknown } = totals;
  const counted = (count: number) => ({ count, articles: formatCount(count) });
  const texts = [
    withoutPrice > 0 && t('unknown.withoutPrice', counted(withoutPrice)),
    potentialsUnknown > 0 && t('unknown.potentials', counted(potentialsUnknown)),
  ].filter(Boolean);
  return texts.length > 0 && <p className="products__hint">{texts.join(' ')}</p>;
}
