import { Button, Callout, Checkbox } from '@blueprintjs/core';
import { InfoSign } from '@blueprintjs/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { portalQuery } from '../../api/portal.ts';
import { signIn } from '../../api/session.ts';
import { takesCookies } from '../../api/token.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { GuestCard } from '../../components/feedback/guest-card.tsx';
import { PasswordText } from '../../components/forms/password-text.tsx';
import { RequiredText } from '../../components/forms/required-text.tsx';
import { Link, useGo } from '../../components/navigation/link.tsx';
import { returnPath } from '../../return-path.ts';

interface Credentials {
  email: string;
  password: string;
  remember: boolean;
}

export function Component() {
  const { t } = useTranslation(['portal', 'account', 'setup']);
  const { data: portal } = useQuery(portalQuery);
  const go = useGo();
  const [parameters] = useSearchParams();
  const [credentials, setCredentials] = useState<Credentials>({ email: '', password: '', remember: false });
  const [checked, setChecked] = useState(false);
  const [canRemember] = useState(takesCookies);
  const attempt = useMutation({
    mutationFn: ({ email, password, remember }: Credentials) => signIn(email.trim(), password, remember),
    onSuccess: (user) => go(returnPath(parameters, user), { replace: true }),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (credentials.email.trim() && credentials.password) attempt.mutate(credentials);
  }

  return (
    <GuestCard title={t('login.title')} intro={t('login.intro')}>
      {parameters.has('expired') && !attempt.isError && (
        <Callout role="status" intent="primary" icon={<InfoSign />}>
          {t('login.expired')}
        </Callout>
      )}
      {portal?.hasUsers === false && (
        <Callout role="status" intent="primary" icon={<InfoSign />}>
          <strong>{t('setup:login.title')}</strong> {t('setup:login.text')}
        </Callout>
      )}
      {attempt.isError && <FailureNotice error={attempt.error} />}
      <form onSubmit={submit} noValidate>
        <RequiredText
          name="email"
          label={t('login.email')}
          type="email"
          autoComplete="username"
          value={credentials.email}
          problem={checked && !credentials.email.trim() ? t('login.emailRequired') : undefined}
          onChange={(email) => setCredentials({ ...credentials, email })}
        />
        <PasswordText
          label={t('login.password')}
          autoComplete="current-password"
          value={credentials.password}
          problem={checked && !credentials.password ? t('login.passwordRequired') : undefined}
          onChange={(password) => setCredentials({ ...credentials, password })}
        />
        {canRemember ? (
          <Checkbox
            label={t('login.remember')}
            checked={credentials.remember}
            onChange={(event) => setCredentials({ ...credentials, remember: event.currentTarget.checked })}
          />
        ) : (
          <p>{t('login.noCookies')}</p>
        )}
        <Button
          type="submit"
          intent="primary"
          size="large"
          fill
          text={t('login.submit')}
          loading={attempt.isPending}
        />
      </form>
      <p className="guest-card__other">
        <Link to="/forgot-password">{t('account:forgot.link')}</Link>
      </p>
    </GuestCard>
  );
}
