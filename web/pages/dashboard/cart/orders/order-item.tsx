import { Button, Callout, Tag } from '@blueprintjs/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderListed } from '#shared/schemas/order.ts';
import { queryClient } from '../../../../api/query-client.ts';
import { FailureNotice } from '../../../../components/feedback/failure-notice.tsx';
import { formatAmount, formatCount, formatDateAndTime } from '../../../../i18n/formats.ts';
import { isRefused, type OrderFile, settleMail } from './order-queries.ts';
import './orders.css';

interface OrderItemProps {
  order: OrderListed;
  /** Whose order it is may say what became of a mail. */
  own: boolean;
  heading: 'h2' | 'h3';
  title: string;
  /** Whether it is signed. */
  signed: ReactNode;
  /** Who made it; null where nobody is known. */
  by: string | null;
  /** Before and after its sums. */
  before?: string;
  after?: string;
  files: readonly OrderFile[];
  nameOf: (file: string) => string;
  isBusy: boolean;
  onFile: (file: OrderFile) => void;
  /** What else can be done with it. */
  children?: ReactNode;
  /** How far what was asked of it is. */
  below?: ReactNode;
}

/** An order in a list: when it was made, how much it is, what became of its mails, and its files. */
export function OrderItem(props: OrderItemProps) {
  const { order, own, heading: Heading, title, signed, by, before = '', after = '', children } = props;
  const { t } = useTranslation(['cart', 'portal']);
  return (
    <li>
      <Heading>
        {title} {signed} {order.cartChanged && <Tag minimal>{t('cart:versions.cartChanged')}</Tag>}
      </Heading>
      <p className="note">
        {t('cart:versions.made', {
          order: order.order,
          at: formatDateAndTime(order.madeAt),
          by: by ?? t('cart:log.nobody'),
        })}
      </p>
      <p>
        {before}
        {t('cart:versions.sums', {
          count: order.rows,
          rows: formatCount(order.rows),
          packs: t('portal:packs', { count: order.packs }),
          amount: formatAmount(order.exFactorySum),
        })}
        {after}
      </p>
      <MailStates order={order} own={own} />
      {props.files.length > 0 && (
        <div className="row row--top versions__files">
          {props.files.map((file) => {
            const text = t(`cart:download.${file}`);
            return (
              <Button
                key={file}
                size="small"
                variant="outlined"
                text={text}
                aria-label={props.nameOf(text)}
                disabled={props.isBusy}
                onClick={() => props.onFile(file)}
              />
            );
          })}
          {children}
        </div>
      )}
      {props.below}
    </li>
  );
}

interface MailStatesProps {
  order: Pick<OrderListed, 'order' | 'mails'>;
  /** Whose order it is may say what became of a mail. */
  own: boolean;
}

/** How far the mails with an order are: sent when, on their way and tried how often, refused, or nobody knows. */
export function MailStates({ order, own }: MailStatesProps) {
  const { t } = useTranslation('cart');
  return (
    <ul className="plain-list">
      {order.mails.map((mail) => {
        const { to, askedAt, attempts, sentAt, nextAttemptAt, unknownAt } = mail;
        if (unknownAt !== null)
          return (
            <li key={to}>
              <UnknownMail order={order.order} to={to} unknownAt={unknownAt} own={own} />
            </li>
          );
        if (isRefused(mail))
          return (
            <li key={to}>
              <Callout intent="warning">{t('mail.refused', { to })}</Callout>
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
        <div className="row row--top versions__files">
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
