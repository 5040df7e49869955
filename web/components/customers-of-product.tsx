import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../i18n/formats.ts';
import './customers-of-product.css';
import { laterCode } from './later-code.ts';
import { LaterDialog } from './later-part.tsx';

const CustomersDialog = laterCode(() => import('./customers-dialog.tsx'));

interface CustomersOfProductProps {
  gtin: string;
  productName: string;
  /** From customerCountsQuery; undefined while it is not known. */
  customers: number | undefined;
}

/** How many of the user's customers buy a product; pressed, it lists them. */
export function CustomersOfProduct({ gtin, productName, customers }: CustomersOfProductProps) {
  const { t } = useTranslation('callList');
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (customers === undefined) return null;
  const text = t('of.button', { count: customers, customers: formatCount(customers) });
  if (customers === 0) return <span className="customers-of-product customers-of-product--none">{text}</span>;
  function close() {
    setOpen(false);
    button.current?.focus();
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className="customers-of-product"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {text}
        <span className="visually-hidden"> · {productName}</span>
      </button>
      {isOpen && (
        <LaterDialog onClose={close}>
          <CustomersDialog gtin={gtin} productName={productName} onClose={close} />
        </LaterDialog>
      )}
    </>
  );
}
