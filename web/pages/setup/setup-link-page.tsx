import { Callout, Spinner } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { setupLinkQuery } from '../../api/setup.ts';
import { CommandLine } from '../../components/feedback/command-line.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { GuestCard } from '../../components/feedback/guest-card.tsx';
import { Link } from '../../components/navigation/link.tsx';
import { firstAdminCommand } from '../../components/navigation/portal-commands.ts';
import { FirstAdminForm } from './first-admin-form.tsx';

/** Where the link that a start prints leads to: the form of the first administrator, if it can still be used. */
export function Component() {
  const { t } = useTranslation('setup');
  const { token = '' } = useParams();
  const validity = useQuery(setupLinkQuery(token));
  const [isUsed, setUsed] = useState(false);

  if (isUsed || validity.data === false) {
    return (
      <GuestCard title={t('link.invalidTitle')}>
        <Callout role="alert" intent="warning" icon={<WarningSign />} className="guest-card__notice">
          {t('link.invalid')}
        </Callout>
        <p>{t('link.restart')}</p>
        <CommandLine text={firstAdminCommand} />
        <p className="guest-card__other">
          <Link to="/login">{t('link.haveAccount')}</Link>
        </p>
      </GuestCard>
    );
  }
  return (
    <GuestCard title={t('link.title')} intro={t('link.intro')}>
      {validity.isPending && <Spinner size={28} aria-label={t('link.checking')} />}
      {validity.isError && <FailureNotice error={validity.error} onRetry={validity.refetch} />}
      {validity.data && <FirstAdminForm token={token} onInvalid={() => setUsed(true)} />}
    </GuestCard>
  );
}
