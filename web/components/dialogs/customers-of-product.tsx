import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/formats.ts';
import './dialogs.css';
import { openCustomers } from './opened-customers.tsx';

interface CustomersOfProductProps {
  gtin: string;
  productName: string;
  /** From customerCountsQuery; undefined while it is not known. */
  customers: number | undefined;
}

/** How many of the user's customers buy a product; pressed, it lists them where the page has <OpenedCustomers>. */
export function CustomersOfProduct({ gtin, productName, customers }: CustomersOfProductProps) {
  const { t } = useTranslation('callList');
  if (customers === undefined) return null;
  const text = t('of.button', { count: customers, customers: formatCount(customers) });
  if (customers === 0) return <span className="customers-of-product customers-of-product--none">{text}</span>;
  return (
    <button
      type="button"
      className="customers-of-product"
      aria-haspopup="dialog"
      onClick={() => openCustomers({ gtin, productName })}
    >
      {text}
      <span className="visually-hidden"> · {productName}</span>
    </button>
  );
}
