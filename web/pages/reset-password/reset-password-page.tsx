import { Callout, Classes, Spinner } from '@blueprintjs/core';
import { InfoSign, TickCircle, WarningSign } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { ApiFailure } from '../../api/client.ts';
import { resetTokenQuery, setPassword } from '../../api/passwords.ts';
import { checkSession, sessionQuery } from '../../api/session.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { GuestCard } from '../../components/feedback/guest-card.tsx';
import { NewPasswordForm } from '../../components/forms/new-password/new-password-form.tsx';
import { Link } from '../../components/navigation/link.tsx';

const primaryLink = [Classes.BUTTON, Classes.INTENT_PRIMARY, Classes.LARGE, Classes.FILL].join(' ');

type Outcome = 'set' | 'invalid' | undefined;

/** Where the link of the mail leads: the form, if the link can still be used. */
export function Component() {
  const { t } = useTranslation('account');
  const { token = '' } = useParams();
  const { data: user } = useQuery(sessionQuery);
  const validity = useQuery(resetTokenQuery(token));
  const [outcome, setOutcome] = useState<Outcome>();

  if (outcome === 'set') {
    return (
      <GuestCard title={t('reset.title')}>
        <Callout role="status" intent="success" icon={<TickCircle />}>
          {t('reset.done')}
        </Callout>
        {user && <p>{t('reset.signedInAs', { name: user.name })}</p>}
        <Link className={primaryLink} to={user ? '/' : '/login'}>
          {t(user ? 'own.home' : 'reset.login')}
        </Link>
      </GuestCard>
    );
  }
  if (outcome === 'invalid' || validity.data === false) {
    return (
      <GuestCard title={t('reset.title')}>
        <Callout role="alert" intent="danger" icon={<WarningSign />}>
          {t('reset.invalid')}
        </Callout>
        <p className="guest-card__other">
          <Link to={user ? '/password' : '/forgot-password'}>
            {t(user ? 'own.title' : 'reset.requestNew')}
          </Link>
        </p>
      </GuestCard>
    );
  }
  return (
    <GuestCard title={t('reset.title')} intro={t('reset.intro')}>
      {validity.isPending && <Spinner size={28} aria-label={t('reset.checking')} />}
      {validity.isError && <FailureNotice error={validity.error} onRetry={validity.refetch} />}
      {validity.data && user && (
        <Callout icon={<InfoSign />} intent="primary">
          {t('reset.signedInAs', { name: user.name })} {t('reset.whose')}
        </Callout>
      )}
      {validity.data && (
        <NewPasswordForm
          set={(password) => setPassword(token, password)}
          onSet={() => {
            setOutcome('set');
            checkSession();
          }}
          onFailed={(error) => {
            if (error instanceof ApiFailure && error.code === 'reset_token_invalid') setOutcome('invalid');
          }}
        />
      )}
    </GuestCard>
  );
}
