import { useTranslation } from 'react-i18next';
import type { OrderListed } from '#server/answers/order.ts';
import { formatDateAndTime } from '../../../../i18n/formats.ts';

/** How far the mails with an order are: sent when, or on their way and tried how often. */
export function MailStates({ mails }: Pick<OrderListed, 'mails'>) {
  const { t } = useTranslation('cart');
  return (
    <ul className="mail-states">
      {mails.map(({ to, askedAt, attempts, sentAt, nextAttemptAt }) => (
        <li key={to}>
          {sentAt === null
            ? t('mail.sending', { to, at: formatDateAndTime(askedAt) })
            : t('mail.sent', { to, at: formatDateAndTime(sentAt) })}{' '}
          {attempts > 0 && t('mail.attempts', { count: attempts })}{' '}
          {attempts > 0 && nextAttemptAt !== null && t('mail.next', { at: formatDateAndTime(nextAttemptAt) })}
        </li>
      ))}
    </ul>
  );
}
