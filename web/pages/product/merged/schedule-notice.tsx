import { Button, Callout } from '@blueprintjs/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type CatalogueProposal, cancelSchedule } from '../../../api/merged-products.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { showSuccess } from '../../../components/feedback/toasts.ts';
import { formatDate } from '../../../i18n/formats.ts';

/** What waits for its day, whether that day will publish it, and why it has not. */
export function ScheduleNotice({ scheduled }: { scheduled: CatalogueProposal }) {
  const { t } = useTranslation('merged');
  const cancelling = useMutation({
    mutationFn: () => cancelSchedule(scheduled.id),
    onSuccess() {
      showSuccess(t('schedule.cancelled'));
    },
  });
  const date = formatDate(scheduled.publishOn);
  const trouble = scheduled.missed !== null || scheduled.outdated !== null;
  return (
    <Callout intent={trouble ? 'warning' : 'primary'} role="status">
      <h2>{t('schedule.title', { date })}</h2>
      <p>
        {scheduled.missed !== null
          ? t('schedule.missed')
          : scheduled.outdated !== null
            ? t('schedule.outdated')
            : t('schedule.waits', { priceDate: formatDate(scheduled.pricesOf) })}
      </p>
      {cancelling.isError && <FailureNotice intent="warning" error={cancelling.error} />}
      <Button
        variant="outlined"
        text={t(scheduled.missed === null ? 'schedule.cancel' : 'schedule.dismiss')}
        loading={cancelling.isPending}
        onClick={() => cancelling.mutate()}
      />
    </Callout>
  );
}
