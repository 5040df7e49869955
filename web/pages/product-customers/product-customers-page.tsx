import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { gtinPattern } from '#shared/identifiers.ts';
import { namedProductQuery } from '../../api/my-customers.ts';
import { CustomersOfProductList } from '../../components/dialogs/customers-of-product-list.tsx';
import { NotFound } from '../../components/feedback/page-message.tsx';
import { useFollowedMarket } from '../../components/hooks/use-followed-market.ts';
import { MarketHeader } from '../market/layout/market-header.tsx';

/** Where a mail leads: the user's customers who buy a product. */
export function Component() {
  const { gtin = '' } = useParams();
  return gtinPattern.test(gtin) ? <CustomersOf gtin={gtin} /> : <NotFound />;
}

function CustomersOf({ gtin }: { gtin: string }) {
  const { t } = useTranslation('callList');
  useFollowedMarket();
  const { data, isPending } = useQuery(namedProductQuery(gtin));
  // Until its name is known it has none, rather than another.
  const name = data?.productName ?? (isPending ? '…' : `GTIN ${gtin}`);
  const title = t('of.title', { product: name });
  const facts = [data?.productName && `GTIN ${gtin}`, data?.manufacturer].filter(Boolean);
  return (
    <>
      <MarketHeader title={title} facts={facts.length > 0 ? facts : ['\u00a0']} />
      <CustomersOfProductList gtin={gtin} title={title} />
    </>
  );
}
