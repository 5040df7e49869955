import { openDialog, useDialog } from '../../../components/dialogs/use-dialog.ts';
import { lazyComponent } from '../../../components/loading/lazy.ts';
import { LazyDialog } from '../../../components/loading/lazy-part.tsx';

const SourcesDialog = lazyComponent(() => import('./sources-dialog.tsx'));

interface Product {
  gtin: string;
  productName: string;
}

const dialog = 'sources';

/** Shows what each source says of a product that is missing. */
export function openSources({ gtin, productName }: Product): void {
  openDialog(dialog, { gtin, productName });
}

/** The dialog of what the sources say, while it is open. Once on a page: rows come and go. */
export function OpenedSources() {
  const [product, close] = useDialog<Product>(dialog);
  return (
    product && (
      <LazyDialog onClose={close}>
        <SourcesDialog {...product} onClose={close} />
      </LazyDialog>
    )
  );
}
