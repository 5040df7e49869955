import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { CustomersOfProductList } from '../../components/customers-of-product-list.tsx';
import { PageHeader } from '../../components/page-header.tsx';

/** Where a mail leads: the user's customers who buy a product. */
export function Component() {
  const { t } = useTranslation('callList');
  const { gtin = '' } = useParams();
  const title = t('of.title', { product: `GTIN ${gtin}` });
  return (
    <>
      <PageHeader title={title} documentTitle={title} />
      <CustomersOfProductList gtin={gtin} title={title} />
    </>
  );
}
