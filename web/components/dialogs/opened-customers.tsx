import { laterCode } from '../loading/later-code.ts';
import { LaterDialog } from '../loading/later-part.tsx';
import { openDialog, useOpened } from './opened.ts';

const CustomersDialog = laterCode(() => import('./customers-dialog.tsx'));

interface Product {
  gtin: string;
  productName: string;
}

const dialog = 'customers';

/** Lists the user's customers who buy a product. */
export function openCustomers(product: Product): void {
  openDialog<Product>(dialog, product);
}

/** The dialog of who buys a product, while it is open. Once on a page: rows come and go. */
export function OpenedCustomers() {
  const [product, close] = useOpened<Product>(dialog);
  return (
    product && (
      <LaterDialog onClose={close}>
        <CustomersDialog {...product} onClose={close} />
      </LaterDialog>
    )
  );
}
