import { Button, Callout } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { sumsOf } from '#shared/cart-quantity.ts';
import type { Order, OrderMailPreview } from '#shared/schemas/order.ts';
import type { Wholesaler } from '../../../../api/wholesalers.ts';
import { FailureNotice } from '../../../../components/feedback/failure-notice.tsx';
import { MadeFileUnderWay, useMadeFile } from '../../../../components/feedback/made-file.tsx';
import { useExpectedTexts } from '../../../../components/hooks/use-expected-texts.ts';
import { useToday } from '../../../../components/hooks/use-today.ts';
import { ScrollingTable } from '../../../../components/tables/scrolling-table.tsx';
import { formatAmount, formatCount, formatDate } from '../../../../i18n/formats.ts';
import { Thresholds } from '../settings/thresholds.tsx';
import { fileOfOrder } from './order-queries.ts';

interface MailPreviewProps {
  order: Order;
  mail: OrderMailPreview;
  /** To which it goes; undefined where none is chosen. */
  wholesaler: Wholesaler | undefined;
}

/** The mail with an order: to whom it goes, its words, its files, which can be looked at, and what is ordered. */
export function MailPreview({ order: { order, content }, mail, wholesaler }: MailPreviewProps) {
  const { t } = useTranslation('cart');
  const today = useToday();
  const expected = useExpectedTexts();
  const made = useMadeFile();
  const late = content.rows.filter((row) => row.late);
  return (
    <>
      {!mail.signed && <Callout intent="warning">{t('send.unsigned')}</Callout>}
      {content.deliveryDate < today && (
        <Callout intent="warning">
          {t('send.pastDelivery', { date: formatDate(content.deliveryDate) })}
        </Callout>
      )}
      <Thresholds wholesaler={wholesaler} sums={content.sums} />
      {late.length > 0 && (
        <Callout intent="warning">
          {t('late.rows', {
            count: late.length,
            amount: formatAmount(lateSum(late)),
            date: formatDate(content.deliveryDate),
          })}
          <ul>
            {late.map((row) => {
              const said = { delivery: row.late?.expected ?? null, week: row.late?.week };
              return (
                <li key={row.gtin} title={expected.days(said)}>
                  {row.productDescription}:{' '}
                  {said.delivery
                    ? t('late.expected', { expected: expected.sentence(said) })
                    : t('late.unknown')}
                </li>
              );
            })}
          </ul>
        </Callout>
      )}
      <dl className="facts send-preview">
        {wholesaler?.minimumOrderValue != null && (
          <>
            <dt>{t('thresholds.minimumLabel')}</dt>
            <dd>CHF {formatAmount(wholesaler.minimumOrderValue)}</dd>
          </>
        )}
        {wholesaler && wholesaler.conditionsContact.trim() !== '' && (
          <>
            <dt>{t('settings.conditionsContact')}</dt>
            <dd>{wholesaler.conditionsContact}</dd>
          </>
        )}
        <dt>{t('send.to')}</dt>
        <dd>{mail.to}</dd>
        <dt>{t('send.copy')}</dt>
        <dd>{mail.cc}</dd>
        <dt>{t('send.subject')}</dt>
        <dd>{mail.subject}</dd>
        <dt>{t('send.text')}</dt>
        <dd className="send-preview__text">{mail.text}</dd>
        <dt>{t('send.files')}</dt>
        <dd className="row row--top versions__files">
          {mail.files.map(({ kind, name }) => (
            <Button
              key={kind}
              size="small"
              variant="outlined"
              text={name}
              disabled={made.isUnderWay}
              onClick={() => made.start(fileOfOrder(order, kind))}
            />
          ))}
        </dd>
      </dl>
      {made.isUnderWay && <MadeFileUnderWay onCancel={made.cancel} />}
      {made.error !== null && <FailureNotice error={made.error} />}
      <ScrollingTable label={t('send.order')}>
        <thead>
          <tr>
            <th scope="col">{t('column.product')}</th>
            <th scope="col">{t('column.packs')}</th>
            <th scope="col">{t('column.total')}</th>
          </tr>
        </thead>
        <tbody>
          {content.rows.map((row) => (
            <tr key={row.gtin}>
              <th scope="row">{row.productDescription}</th>
              <td>{formatCount(row.packs)}</td>
              <td>{formatAmount(row.lineTotal)}</td>
            </tr>
          ))}
        </tbody>
      </ScrollingTable>
    </>
  );
}

function lateSum(late: Order['content']['rows']): number {
  return sumsOf(late.map(({ packs, exFactoryPrice }) => ({ packs, price: exFactoryPrice }))).exFactorySum;
}
