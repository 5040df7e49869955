import { useTranslation } from 'react-i18next';
import { formatCount } from '../../i18n/formats.ts';
import { lazyComponent } from '../loading/lazy.ts';
import { LazyDialog } from '../loading/lazy-part.tsx';
import { openDialog, useDialog } from './use-dialog.ts';
import './dialogs.css';

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

const CustomersDialog = lazyComponent(() => import('./customers-dialog.tsx'));

interface Product {
  gtin: string;
  productName: string;
}

const dialog = 'customers';

/** Lists the user's customers who buy a product. */
function openCustomers(product: Product): void {
  openDialog(dialog, product);
}

/** The dialog of who buys a product, while it is open. Once on a page: rows come and go. */
export function OpenedCustomers() {
  const [product, close] = useDialog<Product>(dialog);
  return (
    product && (
      <LazyDialog onClose={close}>
        <CustomersDialog {...product} onClose={close} />
      </LazyDialog>
    )
  );
}
