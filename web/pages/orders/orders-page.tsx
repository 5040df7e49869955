import { Button, Tag } from '@blueprintjs/core';
import { Envelope, ShoppingCart } from '@blueprintjs/icons';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderListed } from '#shared/schemas/order.ts';
import { requestJson } from '../../api/client.ts';
import { openDialog, useDialog } from '../../components/dialogs/use-dialog.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { MadeFileUnderWay, useMadeFile } from '../../components/feedback/made-file.tsx';
import { PageMessage } from '../../components/feedback/page-message.tsx';
import { lazyComponent } from '../../components/loading/lazy.ts';
import { LazyDialog } from '../../components/loading/lazy-part.tsx';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import { OrderItem } from '../dashboard/cart/orders/order-item.tsx';
import { fileOfOrder, lookAgain, orderFiles } from '../dashboard/cart/orders/order-queries.ts';

const MailDialog = lazyComponent(() => import('./mail-dialog.tsx'));

/** As many as the server gives at once. */
const pageSize = 50;

const ordersQuery = infiniteQueryOptions({
  queryKey: ['cart-orders', 'all'],
  queryFn: ({ pageParam, signal }) =>
    requestJson<OrderListed[]>('/orders', {
      query: pageParam === null ? {} : { before: pageParam },
      signal,
    }),
  initialPageParam: null as number | null,
  getNextPageParam: (last) => (last.length < pageSize ? undefined : last.at(-1)?.order),
  staleTime: 0,
  refetchInterval: ({ state }) => lookAgain(state.data?.pages.flat() ?? []),
});

/** The user's orders of all customers, newest first, and administrators' everyone's; also where no dashboard is left. */
export function Component() {
  const { t } = useTranslation('cart');
  const list = useInfiniteQuery(ordersQuery);
  const made = useMadeFile();
  /** Of which order a file was asked for last. */
  const [filed, setFiled] = useState<number>();
  /** The number of the order whose mail is open. */
  const [mailed, close] = useDialog('mail');
  const orders = list.data?.pages.flat();

  function closeMail() {
    close();
    // The mail may have gone meanwhile.
    list.refetch();
  }

  function content() {
    if (list.isError && !orders) return <FailureNotice error={list.error} onRetry={list.refetch} />;
    if (!orders) return <p role="status">{t('loading')}</p>;
    if (orders.length === 0) {
      return <PageMessage heading="h2" icon={<ShoppingCart size={36} />} title={t('orders.none')} />;
    }
    return (
      <>
        <ol className="plain-list versions">
          {orders.map((order) => (
            <OrderItem
              key={order.order}
              order={order}
              own
              heading="h2"
              title={order.customerName ?? t('orders.noCustomer')}
              signed={
                order.signed ? (
                  <Tag intent="success">{t('versions.signed')}</Tag>
                ) : (
                  <Tag minimal>{t('signature.none')}</Tag>
                )
              }
              by={order.ownerName}
              before={`${order.wholesalerName ?? t('orders.noWholesaler')} · `}
              files={orderFiles}
              nameOf={(file) => t('orders.file', { file, order: order.order })}
              isBusy={made.isUnderWay}
              onFile={(file) => {
                setFiled(order.order);
                made.start(fileOfOrder(order.order, file));
              }}
              below={
                filed === order.order && (
                  <>
                    {made.isUnderWay && <MadeFileUnderWay onCancel={made.cancel} />}
                    {made.error !== null && <FailureNotice error={made.error} />}
                  </>
                )
              }
            >
              <Button
                size="small"
                variant="outlined"
                icon={<Envelope />}
                text={t('send.button')}
                aria-label={t('orders.mail', { order: order.order })}
                onClick={() => openDialog('mail', String(order.order))}
              />
            </OrderItem>
          ))}
        </ol>
        {list.isFetchNextPageError && (
          <FailureNotice error={list.error} onRetry={() => list.fetchNextPage()} />
        )}
        {list.hasNextPage && (
          <Button
            variant="outlined"
            text={t('log.more')}
            loading={list.isFetchingNextPage}
            onClick={() => list.fetchNextPage()}
          />
        )}
      </>
    );
  }

  return (
    <article aria-busy={list.isPending}>
      <PageHeader title={t('orders.title')} documentTitle={t('orders.title')} facts={[t('orders.intro')]} />
      {content()}
      {mailed !== null && (
        <LazyDialog onClose={closeMail}>
          <MailDialog order={Number(mailed)} onClose={closeMail} />
        </LazyDialog>
      )}
    </article>
  );
}
