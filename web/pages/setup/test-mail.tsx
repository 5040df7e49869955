import { Button, Callout } from '@blueprintjs/core';
import { Envelope, ErrorIcon, InfoSign, TickCircle } from '@blueprintjs/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { checklistQuery, sendTestMail } from '../../api/setup.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';

const looks = {
  sent: { intent: 'success', icon: <TickCircle /> },
  written: { intent: 'primary', icon: <InfoSign /> },
  failed: { intent: 'danger', icon: <ErrorIcon /> },
} as const;

/** Sends the signed-in administrator a mail and shows what became of it, in the mail server's own words. */
export function TestMail() {
  const { t } = useTranslation('setup');
  const queryClient = useQueryClient();
  const sending = useMutation({
    mutationFn: sendTestMail,
    onSuccess: () => queryClient.invalidateQueries(checklistQuery),
  });
  const result = sending.data;
  return (
    <div className="checklist-card__test">
      <Button
        variant="outlined"
        intent="primary"
        icon={<Envelope />}
        text={t('page.testMail')}
        loading={sending.isPending}
        onClick={() => sending.mutate()}
      />
      {sending.isError && <FailureNotice error={sending.error} />}
      {result && !sending.isPending && (
        <Callout role="status" compact {...looks[result.outcome]}>
          {t(`mail.${result.outcome}`, { to: result.to, detail: result.detail ?? '' })}
        </Callout>
      )}
    </div>
  );
}
