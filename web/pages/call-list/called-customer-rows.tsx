import { Button } from '@blueprintjs/core';
import { ChevronDown, ChevronRight } from '@blueprintjs/icons';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalledCustomer } from '../../api/my-customers.ts';
import { CustomersOfProduct } from '../../components/dialogs/customers-of-product.tsx';
import { PhoneLink } from '../../components/feedback/contact-text.tsx';
import { useExpectedTexts } from '../../components/hooks/use-expected-texts.ts';
import { Link } from '../../components/navigation/link.tsx';
import '../dashboard/products/row-badges.css';
import {
  formatAmount,
  formatCount,
  formatDate,
  formatPacksPerMonth,
  formatTimeRange,
} from '../../i18n/formats.ts';
import { customerPath } from '../../page.ts';

interface CalledCustomerRowsProps {
  customer: CalledCustomer;
  isOpen: boolean;
  onToggle: () => void;
  /** Customers by GTIN of what they buy. */
  counts: ReadonlyMap<string, number> | undefined;
}

/** A customer, and below it, when it is open, the products. */
export function CalledCustomerRows({ customer, isOpen, onToggle, counts }: CalledCustomerRowsProps) {
  const { t } = useTranslation(['callList', 'customer']);
  const id = useId();
  const { directLinkId, customerExternalId, phone, representative, products } = customer;
  const name = customer.customerName ?? t('withoutName');
  return (
    <tbody className="call-list__customer" id={id}>
      <tr>
        <th scope="rowgroup">
          <span className="row row--top row--tight call-list__name">
            <Button
              variant="minimal"
              size="small"
              icon={isOpen ? <ChevronDown /> : <ChevronRight />}
              aria-expanded={isOpen}
              aria-controls={id}
              aria-label={t(isOpen ? 'collapse' : 'expand', { customer: name })}
              onClick={onToggle}
            />
            <span>
              <Link
                to={`/dashboard/${directLinkId}/not_deliverable`}
                title={t('missing', { customer: name })}
              >
                {name}
              </Link>
              {customer.discontinuedProducts > 0 && <WhyFirst customer={customer} />}
              <span className="note call-list__note">
                {customerExternalId && (
                  <>
                    <Link
                      to={customerPath(customerExternalId)}
                      title={t('customer:open', { customer: name })}
                    >
                      {customerExternalId}
                    </Link>
                    {' · '}
                  </>
                )}
                {phone && (
                  <>
                    <PhoneLink phone={phone} />
                    {' · '}
                  </>
                )}
                {[representative, formatTimeRange(customer)].filter(Boolean).join(' · ')}
              </span>
            </span>
          </span>
        </th>
        <td>{formatAmount(customer.potentialPerMonth)}</td>
        <td>{formatPacksPerMonth(customer.packsPerMonth)}</td>
        <td>{formatCount(products.length)}</td>
      </tr>
      {isOpen &&
        products.map((product) => (
          <ProductRow
            key={product.gtin}
            product={product}
            to={`/dashboard/${directLinkId}/products?article=${product.gtin}`}
            customers={counts?.get(product.gtin)}
          />
        ))}
    </tbody>
  );
}

/** What of the customer's products will not come back, and what that is worth. */
function WhyFirst({ customer }: Pick<CalledCustomerRowsProps, 'customer'>) {
  const { t } = useTranslation('callList');
  const { discontinuedProducts: count, discontinuedPotentialPerYear: amount } = customer;
  const told = [
    t('told.gone', { count, products: formatCount(count) }),
    // None where no alternative has a price.
    amount > 0 && t('told.perYear', { amount: formatAmount(amount) }),
  ];
  return <span className="note call-list__note call-list__first">{told.filter(Boolean).join(' · ')}</span>;
}

interface ProductRowProps {
  product: CalledCustomer['products'][number];
  /** Address of the product on the customer's dashboard. */
  to: string;
  customers: number | undefined;
}

function ProductRow({ product, to, customers }: ProductRowProps) {
  const { t } = useTranslation(['callList', 'products']);
  const expected = useExpectedTexts();
  const { gtin, productName, reportedOn, knownSinceAtLeast, alternativeProductName } = product;
  const unknown = product.potentialPerMonth === null ? t('unknownPotential') : undefined;
  const said = { delivery: product.expectedDelivery, week: product.expectedWeek, list: product.listDate };
  const told = [
    reportedOn && t(knownSinceAtLeast ? 'told.sinceAtLeast' : 'told.since', { date: formatDate(reportedOn) }),
    expected.sentence(said),
    product.discontinued &&
      product.potentialPerYear !== null &&
      t('told.perYear', { amount: formatAmount(product.potentialPerYear) }),
  ];
  return (
    <tr className="call-list__product">
      <th scope="row">
        <Link to={to}>{productName}</Link>
        {product.discontinued && (
          <>
            {' '}
            <span
              className="row-badge"
              data-badge="discontinued"
              title={t('products:badge.discontinued.title')}
            >
              {t('products:badge.discontinued.short')}
            </span>
          </>
        )}
        <span className="note call-list__note" title={expected.days(said)}>
          {told.filter(Boolean).join(' · ')}
        </span>
        <span className="note call-list__note call-list__alternative">
          {t('told.alternative', { product: alternativeProductName })}
        </span>
      </th>
      <td title={unknown}>
        {formatAmount(product.potentialPerMonth)}
        {unknown && <span className="visually-hidden"> {unknown}</span>}
      </td>
      <td>{formatPacksPerMonth(product.packsPerMonth)}</td>
      <td>
        <CustomersOfProduct gtin={gtin} productName={productName} customers={customers} />
      </td>
    </tr>
  );
}
