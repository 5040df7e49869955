import { Button, Callout } from '@blueprintjs/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../../../api/query-client.ts';
import { FailureNotice } from '../../../../components/feedback/failure-notice.tsx';
import { formatDateAndTime } from '../../../../i18n/formats.ts';
import { settleMail } from './order-queries.ts';

interface UnknownMailProps {
  order: number;
  to: string;
  unknownAt: string;
  own: boolean;
}

/** A mail of which nobody knows whether it arrived: its sender says so, or sends it again. */
export function UnknownMail({ order, to, unknownAt, own }: UnknownMailProps) {
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
