import { Button, Spinner } from '@blueprintjs/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CustomerOfProduct, customersOfProductQuery } from '../../api/my-customers.ts';
import { formatAmount, formatCount, formatPacksPerMonth, formatTimeRange } from '../../i18n/formats.ts';
import './dialogs.css';
import { FailureNotice } from '../feedback/failure-notice.tsx';
import { untilPublished } from '../feedback/no-reference-data.tsx';
import { Link } from '../navigation/link.tsx';
import { ScrollingTable } from '../tables/scrolling-table.tsx';

interface CustomersOfProductListProps {
  gtin: string;
  title: string;
  /** Back from one of them leads to the page below the dialog. */
  isDialog?: boolean;
}

/** The user's customers who buy a product; each leads to it on the customer's dashboard. */
export function CustomersOfProductList({ gtin, title, isDialog = false }: CustomersOfProductListProps) {
  const { t } = useTranslation('callList');
  const list = useInfiniteQuery({ ...customersOfProductQuery(gtin), refetchInterval: untilPublished });
  if (list.error && !list.data) return <FailureNotice error={list.error} onRetry={list.refetch} />;
  if (!list.data) return <Spinner aria-label={t('loading')} />;
  const customers = list.data.pages.flatMap((page) => page.customers);
  if (customers.length === 0) return <p>{t('of.none')}</p>;
  return (
    <>
      <ScrollingTable label={title}>
        <thead>
          <tr>
            <th scope="col">{t('column.customer')}</th>
            <th scope="col">{t('column.potentialPerMonth')}</th>
            <th scope="col">{t('column.packsPerMonth')}</th>
            <th scope="col">{t('column.packs')}</th>
          </tr>
        </thead>
        <tbody>
          {customers.map((customer) => (
            <CustomerRow key={customer.directLinkId} {...{ customer, gtin, isDialog }} />
          ))}
        </tbody>
      </ScrollingTable>
      {list.isFetchNextPageError && <FailureNotice error={list.error} onRetry={() => list.fetchNextPage()} />}
      {list.hasNextPage && (
        <Button
          className="customers-dialog__more"
          text={t('more')}
          loading={list.isFetchingNextPage}
          onClick={() => list.fetchNextPage()}
        />
      )}
    </>
  );
}

interface CustomerRowProps {
  customer: CustomerOfProduct;
  gtin: string;
  isDialog: boolean;
}

function CustomerRow({ customer, gtin, isDialog }: CustomerRowProps) {
  const { t } = useTranslation('callList');
  const { directLinkId, customerName, customerExternalId, representative, potentialPerMonth } = customer;
  const unknown = potentialPerMonth === null ? t('unknownPotential') : undefined;
  return (
    <tr>
      <th scope="row">
        <Link to={`/dashboard/${directLinkId}/products?article=${gtin}`} replace={isDialog}>
          {customerName ?? t('withoutName')}
        </Link>
        <span className="note customers-dialog__note">
          {[customerExternalId, representative, formatTimeRange(customer)].filter(Boolean).join(' · ')}
        </span>
      </th>
      <td title={unknown}>
        {formatAmount(potentialPerMonth)}
        {unknown && <span className="visually-hidden"> {unknown}</span>}
      </td>
      <td>{formatPacksPerMonth(customer.packsPerMonth)}</td>
      <td>{formatCount(customer.packs)}</td>
    </tr>
  );
}
