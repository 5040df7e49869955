import { useTranslation } from 'react-i18next';
import type { OrderListed } from '#shared/schemas/order.ts';
import { formatDateAndTime } from '../../../../i18n/formats.ts';
import { UnknownMail } from './unknown-mail.tsx';

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
