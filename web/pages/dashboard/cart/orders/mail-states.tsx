import { Button, Callout } from '@blueprintjs/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { OrderListed } from '#shared/schemas/order.ts';
import { queryClient } from '../../../../api/query-client.ts';
import { FailureNotice } from '../../../../components/feedback/failure-notice.tsx';
import { formatDateAndTime } from '../../../../i18n/formats.ts';
import { settleMail } from './order-queries.ts';

interface MailStatesProps {
  order: Pick<OrderListed, 'order' | 'mails'>;
  /** Whose order it is may say what became of a mail. */
  own: boolean;
}

/** How far the mails with an order are: sent when, on their way and tried how often, or nobody knows. */
export function MailStates({ order, own }: MailStatesProps) {
  const { t } = useTranslation('cart');
  return (
    <ul className="mail-states">
      {order.mails.map((mail) => {
        const { to, askedAt, attempts, sentAt, nextAttemptAt, unknownAt } = mail;
        if (unknownAt !== null)
          return (
            <li key={to}>
              <UnknownMail order={order.order} to={to} unknownAt={unknownAt} own={own} />
            </li>
          );
        return (
          <li key={to}>
            {sentAt === null
              ? t('mail.sending', { to, at: formatDateAndTime(askedAt) })
              : t('mail.sent', { to, at: formatDateAndTime(sentAt) })}{' '}
            {attempts > 0 && t('mail.attempts', { count: attempts })}{' '}
            {attempts > 0 &&
              nextAttemptAt !== null &&
              t('mail.next', { at: formatDateAndTime(nextAttemptAt) })}
          </li>
        );
      })}
    </ul>
  );
}

interface UnknownMailProps {
  order: number;
  to: string;
  unknownAt: string;
  own: boolean;
}

/** A mail of which nobody knows whether it arrived: its sender says so, or sends it again. */
function UnknownMail({ order, to, unknownAt, own }: UnknownMailProps) {
  const { t } = useTranslation('cart');
  const settling = useMutation({
    mutationFn: (outcome: 'again' | 'arrived') => settleMail(order, { to, unknownAt, outcome }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['cart-orders'] }),
  });
  return (
    <Callout intent="warning">
      <p>{t('mail.unknown', { to, at: formatDateAndTime(unknownAt) })}</p>
      {own && (
        <div className="versions__files">
          <Button
            size="small"
            text={t('mail.arrived')}
            disabled={settling.isPending}
            onClick={() => settling.mutate('arrived')}
          />
          <Button
            size="small"
            text={t('mail.again')}
            disabled={settling.isPending}
            onClick={() => settling.mutate('again')}
          />
        </div>
      )}
      {settling.isError && <FailureNotice error={settling.error} />}
    </Callout>
  );
}
