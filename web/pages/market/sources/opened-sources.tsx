import { openDialog, useOpened } from '../../../components/dialogs/opened.ts';
import { laterCode } from '../../../components/loading/later-code.ts';
import { LaterDialog } from '../../../components/loading/later-part.tsx';

const SourcesDialog = laterCode(() => import('./sources-dialog.tsx'));

interface Product {
  gtin: string;
  productName: string;
}

const dialog = 'sources';

/** Shows what each source says of a product that is missing. */
export function openSources({ gtin, productName }: Product): void {
  openDialog<Product>(dialog, { gtin, productName });
}

/** The dialog of what the sources say, while it is open. Once on a page: rows come and go. */
export function OpenedSources() {
  const [product, close] = useOpened<Product>(dialog);
  return (
    product && (
      <LaterDialog onClose={close}>
        <SourcesDialog {...product} onClose={close} />
      </LaterDialog>
    )
  );
}
