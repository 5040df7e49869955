import { Button } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { CustomersOfProductList } from './customers-of-product-list.tsx';
import { PortalDialog } from './portal-dialog.tsx';

interface CustomersDialogProps {
  gtin: string;
  productName: string;
  onClose: () => void;
}

/** The user's customers who buy a product; each leads to it on the customer's dashboard. */
export default function CustomersDialog({ gtin, productName, onClose }: CustomersDialogProps) {
  const { t } = useTranslation('callList');
  const title = t('of.title', { product: productName });
  return (
    <PortalDialog
      title={title}
      onClose={onClose}
      wide
      actions={<Button text={t('of.close')} onClick={onClose} />}
    >
      <CustomersOfProductList gtin={gtin} title={title} isDialog />
    </PortalDialog>
  );
}
