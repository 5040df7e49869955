import { Button, Callout } from '@blueprintjs/core';
import { TickCircle } from '@blueprintjs/icons';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendResetLink } from '../../api/passwords.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { GuestCard } from '../../components/feedback/guest-card.tsx';
import { RequiredText } from '../../components/forms/required-text.tsx';
import { Link } from '../../components/navigation/link.tsx';

export function Component() {
  const { t } = useTranslation(['account', 'portal']);
  const [email, setEmail] = useState('');
  const [checked, setChecked] = useState(false);
  const sending = useMutation({ mutationFn: () => sendResetLink(email.trim()) });

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (email.trim()) sending.mutate();
  }

  return (
    <GuestCard title={t('forgot.title')} intro={t('forgot.intro')}>
      {sending.isError && <FailureNotice error={sending.error} />}
      {sending.isSuccess ? (
        <Callout role="status" intent="success" icon={<TickCircle />}>
          {t('forgot.sent', { email: email.trim() })}
        </Callout>
      ) : (
        <form onSubmit={submit} noValidate>
          <RequiredText
            name="email"
            label={t('portal:login.email')}
            type="email"
            autoComplete="username"
            disabled={sending.isPending}
            value={email}
            problem={checked && !email.trim() ? t('portal:login.emailRequired') : undefined}
            onChange={setEmail}
          />
          <Button
            type="submit"
            intent="primary"
            size="large"
            fill
            text={t('forgot.submit')}
            loading={sending.isPending}
          />
        </form>
      )}
      <p className="guest-card__other">
        <Link to="/login">{t('forgot.back')}</Link>
      </p>
    </GuestCard>
  );
}
