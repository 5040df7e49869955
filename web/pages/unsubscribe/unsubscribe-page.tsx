import { Button, Callout } from '@blueprintjs/core';
import { TickCircle, WarningSign } from '@blueprintjs/icons';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { endAlerts } from '../../api/alerts.ts';
import { isNotFound } from '../../api/client.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { GuestCard } from '../../components/feedback/guest-card.tsx';
import { Link } from '../../components/navigation/link.tsx';

/** Where the link of a mail leads: programs that follow links end nothing, one click of a person does. */
export function Component() {
  const { t } = useTranslation('subscriptions');
  const { token = '' } = useParams();
  const ending = useMutation({ mutationFn: () => endAlerts(token) });
  const isUnknown = isNotFound(ending.error);
  return (
    <GuestCard title={t('end.title')} intro={t('end.intro')}>
      {ending.isSuccess && (
        <Callout role="status" intent="success" icon={<TickCircle />}>
          {t('end.done')}
        </Callout>
      )}
      {isUnknown && (
        <Callout role="alert" intent="danger" icon={<WarningSign />}>
          {t('end.unknown')}
        </Callout>
      )}
      {ending.isError && !isUnknown && <FailureNotice error={ending.error} />}
      {!ending.isSuccess && !isUnknown && (
        <Button
          fill
          intent="primary"
          size="large"
          text={t('end.button')}
          loading={ending.isPending}
          onClick={() => ending.mutate()}
        />
      )}
      <p className="guest-card__other">
        <Link to="/stockout-subscriptions">{t('end.settings')}</Link>
      </p>
    </GuestCard>
  );
}
