import { Button, Callout } from '@blueprintjs/core';
import { Envelope } from '@blueprintjs/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../../../api/query-client.ts';
import { orderingWholesalersQuery, wholesalersQuery } from '../../../../api/wholesalers.ts';
import { PortalDialog } from '../../../../components/dialogs/portal-dialog.tsx';
import { FailureNotice } from '../../../../components/feedback/failure-notice.tsx';
import { newId } from '../edits/edit.ts';
import type { ShownCart } from '../edits/shown-cart.ts';
import { MailPreview } from './mail-preview.tsx';
import { MailStates } from './order-item.tsx';
import { isAskedFor, isMailAddress, ordersQuery, orderToSendQuery, sendOrder } from './order-queries.ts';

interface SendDialogProps {
  directLinkId: string;
  cart: ShownCart;
  /** Resolves once all edits are saved; false where some are not. */
  saved: () => Promise<boolean>;
  onClose: () => void;
}

/**
 * Sends the order to the wholesaler. What is shown is the version that will be sent, made as the dialog opens: from then on
 * nobody can change it.
 */
export default function SendDialog({ directLinkId, cart, onClose, saved }: SendDialogProps) {
  const { t } = useTranslation(['cart', 'portal']);
  const [opening] = useState(newId);
  const wholesalers = useQuery(orderingWholesalersQuery);
  const wholesaler = wholesalers.data?.find(({ wholesalerID }) => wholesalerID === cart.wholesaler);
  const isFormer = cart.wholesaler !== null && wholesalers.data !== undefined && !wholesaler;
  const all = useQuery({ ...wholesalersQuery, enabled: isFormer });
  const former = all.data?.find(({ wholesalerID }) => wholesalerID === cart.wholesaler)?.wholesalerName;
  const contact = wholesaler?.transferOrderContact.trim() ?? '';
  const canSend = isMailAddress(contact);
  const toSend = useQuery({
    ...orderToSendQuery(directLinkId, cart.cartKey, opening, saved),
    enabled: canSend,
  });
  const orders = ordersQuery(directLinkId, cart.cartKey);
  const sending = useMutation({
    mutationFn: ({ order, to }: { order: number; to: string }) => sendOrder(order, to),
    onSettled: () => queryClient.invalidateQueries({ queryKey: orders.queryKey }),
  });
  const listed = useQuery({ ...orders, enabled: toSend.isSuccess });
  const ready = toSend.data ?? null;
  // Another tab may choose another one for the cart meanwhile.
  const ordered = wholesalers.data?.find(
    ({ wholesalerID }) => wholesalerID === ready?.order.content.wholesaler?.wholesalerID,
  );
  const order =
    listed.data?.find((each) => each.order === ready?.order.order) ?? sending.data ?? ready?.order;
  const to = ready?.mail.to ?? null;
  const isAsked = to !== null && isAskedFor(order, to);
  const isUnknown = order?.mails.some(({ unknownAt }) => unknownAt !== null) ?? false;
  const isSendable = to !== null && !isAsked;
  return (
    <PortalDialog
      wide
      title={t('cart:send.title')}
      onClose={onClose}
      canClose={!sending.isPending}
      actions={
        <>
          <Button
            text={t(isSendable ? 'portal:action.cancel' : 'portal:action.close')}
            disabled={sending.isPending}
            onClick={onClose}
          />
          {ready && isSendable && (
            <Button
              intent="primary"
              icon={<Envelope />}
              text={t('cart:send.send')}
              loading={sending.isPending}
              disabled={ready.order.rows === 0}
              onClick={() => sending.mutate({ order: ready.order.order, to })}
            />
          )}
        </>
      }
    >
      {wholesalers.isError && <FailureNotice error={wholesalers.error} onRetry={wholesalers.refetch} />}
      {wholesalers.data && !canSend && !ready && (
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
      {canSend && toSend.isPending && <p role="status">{t('cart:send.preparing')}</p>}
      {toSend.isError && <FailureNotice error={toSend.error} onRetry={toSend.refetch} />}
      {toSend.data === null && <Callout intent="warning">{t('cart:download.unsaved')}</Callout>}
      {/* Where only the answer was lost, it is said below that it is sent. */}
      {sending.isError && !isAsked && (
        <FailureNotice
          error={sending.error}
          onRetry={() => {
            sending.reset();
            toSend.refetch();
          }}
        />
      )}
      {ready?.mail.message && <Callout intent="warning">{ready.mail.message}</Callout>}
      {order && (isSendable || isUnknown) && <MailStates order={order} own />}
      {isAsked && order && !isUnknown && (
        <Callout intent={order.sendingTo.includes(to) ? 'primary' : 'success'} role="status">
          <MailStates order={order} own />
        </Callout>
      )}
      {ready && isSendable && <MailPreview {...ready} wholesaler={ordered} />}
    </PortalDialog>
  );
}
