import { Button, Callout } from '@blueprintjs/core';
import { Envelope } from '@blueprintjs/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../../../api/query-client.ts';
import { sessionQuery } from '../../../../api/session.ts';
import { shortSummaryQuery } from '../../../../api/views.ts';
import { orderingWholesalersQuery, wholesalersQuery } from '../../../../api/wholesalers.ts';
import { FailureNotice } from '../../../../components/failure-notice.tsx';
import { PortalDialog } from '../../../../components/portal-dialog.tsx';
import { ScrollingTable } from '../../../../components/scrolling-table.tsx';
import { formatAmount, formatCount, formatDate } from '../../../../i18n/formats.ts';
import { deliveryDay } from '../delivery-day.ts';
import type { ShownCart } from '../edits/shown-cart.ts';
import { isMailAddress } from './mail-address.ts';
import { makeOrder, ordersQuery, sendOrder } from './order-queries.ts';
import './versions.css';

interface SendDialogProps {
  directLinkId: string;
  cart: ShownCart;
  /** Resolves once all edits are saved; false where some are not. */
  saved: () => Promise<boolean>;
  onClose: () => void;
}

/** Sends the order to the wholesaler: first what would be sent to whom; the version is made when it is. */
export default function SendDialog(props: SendDialogProps) {
  const { directLinkId, cart, onClose, saved } = props;
  const { t } = useTranslation(['cart', 'portal']);
  const { data: user } = useQuery(sessionQuery);
  const { data: statistic } = useQuery(shortSummaryQuery(directLinkId));
  const wholesalers = useQuery(orderingWholesalersQuery);
  const wholesaler = wholesalers.data?.find(({ wholesalerID }) => wholesalerID === cart.wholesaler);
  const isFormer = cart.wholesaler !== null && wholesalers.data !== undefined && !wholesaler;
  const all = useQuery({ ...wholesalersQuery, enabled: isFormer });
  const former = all.data?.find(({ wholesalerID }) => wholesalerID === cart.wholesaler)?.wholesalerName;
  const contact = wholesaler?.transferOrderContact.trim() ?? '';
  const canSend = isMailAddress(contact);
  const sending = useMutation({
    mutationFn: async () => {
      if (!(await saved())) return null;
      const { order } = await makeOrder(directLinkId, cart.cartKey);
      return sendOrder(order, contact);
    },
    onSettled: () =>
      queryClient.invalidateQueries({ queryKey: ordersQuery(directLinkId, cart.cartKey).queryKey }),
  });
  const isSent = sending.data !== undefined && sending.data !== null;
  const ordered = [...cart.rows, ...cart.hidden].filter(({ packs }) => packs > 0);
  return (
    <PortalDialog
      wide
      title={t('cart:send.title')}
      onClose={onClose}
      canClose={!sending.isPending}
      actions={
        isSent || !canSend ? (
          <Button text={t('portal:action.close')} onClick={onClose} />
        ) : (
          <>
            <Button text={t('portal:action.cancel')} disabled={sending.isPending} onClick={onClose} />
            <Button
              intent="primary"
              icon={<Envelope />}
              text={t('cart:send.send')}
              loading={sending.isPending}
              disabled={ordered.length === 0}
              onClick={() => sending.mutate()}
            />
          </>
        )
      }
    >
      {wholesalers.isError && <FailureNotice error={wholesalers.error} onRetry={wholesalers.refetch} />}
      {sending.isError && <FailureNotice error={sending.error} />}
      {wholesalers.data && !canSend && (
        <Callout intent="warning">
          {!wholesaler
            ? former
              ? t('cart:send.formerWholesaler', { name: former })
              : t('cart:send.noWholesaler')
            : contact === ''
              ? t('cart:send.noContact', { name: wholesaler.wholesalerName })
              : t('cart:send.otherContact', { name: wholesaler.wholesalerName, contact })}
        </Callout>
      )}
      {sending.data === null && <Callout intent="warning">{t('cart:download.unsaved')}</Callout>}
      {isSent && (
        <Callout intent="success" role="status">
          {t('cart:send.done', { to: contact })}
        </Callout>
      )}
      {canSend && !isSent && (
        <>
          {(cart.signature === null || cart.signatureVoid) && (
            <Callout intent="warning" className="send-notice">
              {t('cart:send.unsigned')}
            </Callout>
          )}
          <dl className="send-preview">
            <dt>{t('cart:send.to')}</dt>
            <dd>{contact}</dd>
            <dt>{t('cart:send.copy')}</dt>
            <dd>{user?.email}</dd>
            <dt>{t('cart:send.customer')}</dt>
            <dd>{statistic?.customerName ?? '–'}</dd>
            <dt>{t('cart:settings.deliveryDate')}</dt>
            <dd>{formatDate(deliveryDay(cart.deliveryDate))}</dd>
            <dt>{t('cart:send.order')}</dt>
            <dd>
              {t('cart:versions.sums', {
                count: cart.sums.rows,
                rows: formatCount(cart.sums.rows),
                packs: formatCount(cart.sums.packs),
                amount: formatAmount(cart.sums.exFactorySum),
              })}
            </dd>
          </dl>
          <ScrollingTable label={t('cart:send.order')}>
            <thead>
              <tr>
                <th scope="col">{t('cart:column.product')}</th>
                <th scope="col">{t('cart:column.packs')}</th>
                <th scope="col">{t('cart:column.total')}</th>
              </tr>
            </thead>
            <tbody>
              {ordered.map((row) => (
                <tr key={row.gtin}>
                  <th scope="row">{row.productDescription}</th>
                  <td>{formatCount(row.packs)}</td>
                  <td>{formatAmount(row.lineTotal)}</td>
                </tr>
              ))}
            </tbody>
          </ScrollingTable>
        </>
      )}
    </PortalDialog>
  );
}
