import { Button, Callout } from '@blueprintjs/core';
import { Envelope } from '@blueprintjs/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Order, OrderMailPreview } from '#shared/schemas/order.ts';
import { requestJson } from '../../api/client.ts';
import { queryClient } from '../../api/query-client.ts';
import { wholesalersQuery } from '../../api/wholesalers.ts';
import { PortalDialog } from '../../components/dialogs/portal-dialog.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { MailPreview } from '../dashboard/cart/orders/mail-preview.tsx';
import { MailStates } from '../dashboard/cart/orders/order-item.tsx';
import { isAskedFor, lookAgain, sendOrder } from '../dashboard/cart/orders/order-queries.ts';

interface MailDialogProps {
  order: number;
  onClose: () => void;
}

/** Sends an order as it was made, or says why it can't be sent, or how far its mail is. */
export default function MailDialog({ order: number, onClose }: MailDialogProps) {
  const { t } = useTranslation(['cart', 'portal']);
  const wholesalers = useQuery(wholesalersQuery);
  const shown = useQuery({
    queryKey: ['cart-orders', 'mail', number],
    queryFn: async ({ signal }) => ({
      order: await requestJson<Order>(`/orders/${number}`, { signal }),
      mail: await requestJson<OrderMailPreview>(`/orders/${number}/mail`, { signal }),
    }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => lookAgain(state.data ? [state.data.order] : []),
  });
  const sending = useMutation({
    mutationFn: (to: string) => sendOrder(number, to),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['cart-orders'] }),
  });
  const { order, mail } = shown.data ?? {};
  const to = mail?.to ?? null;
  const isAsked = to !== null && isAskedFor(order, to);
  const wholesaler = wholesalers.data?.find(
    ({ wholesalerID }) => wholesalerID === order?.content.wholesaler?.wholesalerID,
  );
  return (
    <PortalDialog
      wide
      title={t('cart:send.title')}
      onClose={onClose}
      canClose={!sending.isPending}
      actions={
        <>
          <Button text={t('portal:action.close')} disabled={sending.isPending} onClick={onClose} />
          {to !== null && !isAsked && (
            <Button
              intent="primary"
              icon={<Envelope />}
              text={t('cart:send.send')}
              loading={sending.isPending}
              onClick={() => sending.mutate(to)}
            />
          )}
        </>
      }
    >
      {shown.isPending && <p role="status">{t('cart:loading')}</p>}
      {shown.isError && <FailureNotice error={shown.error} onRetry={shown.refetch} />}
      {/* Where only the answer was lost, it is said below that it is sent. */}
      {sending.isError && !isAsked && <FailureNotice error={sending.error} onRetry={sending.reset} />}
      {mail?.message && <Callout intent="warning">{mail.message}</Callout>}
      {order && to !== null && <MailStates order={order} own />}
      {order && mail && to !== null && !isAsked && (
        <MailPreview order={order} mail={mail} wholesaler={wholesaler} />
      )}
    </PortalDialog>
  );
}
