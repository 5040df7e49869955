import { Button, Callout, FormGroup, HTMLSelect, Spinner } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { isLanguage, languages } from '#shared/languages.ts';
import { REQUIRED_SCORE } from '#shared/password-rule.ts';
import { ApiFailure } from '../../api/client.ts';
import { makeFirstAdmin, setupLinkQuery } from '../../api/setup.ts';
import { CommandLine } from '../../components/feedback/command-line.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { GuestCard } from '../../components/feedback/guest-card.tsx';
import { StrengthMeter, usePasswordScore } from '../../components/forms/new-password/strength-meter.tsx';
import { PasswordText } from '../../components/forms/password-text.tsx';
import { RequiredText } from '../../components/forms/required-text.tsx';
import { Link, useGo } from '../../components/navigation/link.tsx';
import { useSwitchLanguage } from '../../components/shell/use-switch-language.ts';
import { currentLanguage } from '../../i18n/translations.ts';
import { firstAdminCommand } from './setup-commands.ts';

/** Where the link that a start prints leads to: the form of the first administrator, if it can still be used. */
export function Component() {
  const { t } = useTranslation('setup');
  const { token = '' } = useParams();
  const validity = useQuery(setupLinkQuery(token));
  const [isUsed, setUsed] = useState(false);

  if (isUsed || validity.data === false) {
    return (
      <GuestCard title={t('link.invalidTitle')}>
        <Callout role="alert" intent="warning" icon={<WarningSign />}>
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

interface FirstAdminFormProps {
  token: string;
  /** The link was used or ran out in the meantime. */
  onInvalid: () => void;
}

/** Name, address, password and language; the language is that of the page, which starts with the browser's. */
function FirstAdminForm({ token, onInvalid }: FirstAdminFormProps) {
  const { t } = useTranslation(['setup', 'portal', 'account']);
  const go = useGo();
  const switchTo = useSwitchLanguage();
  const [admin, setAdmin] = useState({ name: '', email: '', password: '' });
  const [checked, setChecked] = useState(false);
  const language = currentLanguage();
  const score = usePasswordScore(admin.password, `${admin.email} ${admin.name}`);
  const making = useMutation({
    mutationFn: () =>
      makeFirstAdmin(token, { ...admin, name: admin.name.trim(), email: admin.email.trim(), language }),
    onSuccess: () => go('/admin/setup', { replace: true }),
    onError: (error) => {
      if (error instanceof ApiFailure && error.code === 'setup_link_invalid') onInvalid();
    },
  });
  // Where the dictionaries could not be loaded, the server decides alone.
  const isWeak = score !== undefined && score < REQUIRED_SCORE;
  const problems = {
    name: admin.name.trim() ? undefined : t('link.nameRequired'),
    email: /^\S+@\S+\.\S+$/.test(admin.email.trim()) ? undefined : t('link.emailInvalid'),
    password: admin.password ? undefined : t('portal:login.passwordRequired'),
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (!Object.values(problems).some(Boolean) && !isWeak) making.mutate();
  }

  function change(changed: Partial<typeof admin>) {
    setAdmin({ ...admin, ...changed });
    setChecked(false);
  }

  return (
    <form onSubmit={submit} noValidate>
      {making.isError && <FailureNotice error={making.error} />}
      {checked && admin.password && isWeak && (
        <Callout role="alert" intent="danger" icon={<WarningSign />}>
          {t('account:reset.tooWeak')}
        </Callout>
      )}
      <RequiredText
        name="name"
        label={t('link.name')}
        type="text"
        autoComplete="name"
        disabled={making.isPending}
        value={admin.name}
        problem={checked ? problems.name : undefined}
        onChange={(name) => change({ name })}
      />
      <RequiredText
        name="email"
        label={t('portal:login.email')}
        type="email"
        autoComplete="username"
        disabled={making.isPending}
        value={admin.email}
        problem={checked ? problems.email : undefined}
        onChange={(email) => change({ email })}
      />
      <PasswordText
        label={t('link.password')}
        autoComplete="new-password"
        maxLength={200}
        disabled={making.isPending}
        value={admin.password}
        describedBy="password-strength"
        problem={checked ? problems.password : undefined}
        onChange={(password) => change({ password })}
      />
      <StrengthMeter id="password-strength" score={admin.password ? score : undefined} />
      <FormGroup label={t('link.language')} labelFor="language">
        <HTMLSelect
          fill
          large
          id="language"
          disabled={making.isPending}
          value={language}
          onChange={(event) => {
            const chosen = event.currentTarget.value;
            if (isLanguage(chosen)) switchTo(chosen);
          }}
        >
          {languages.map((each) => (
            <option key={each} value={each}>
              {t(`portal:languages.${each}`)}
            </option>
          ))}
        </HTMLSelect>
      </FormGroup>
      <Button
        type="submit"
        intent="primary"
        size="large"
        fill
        text={t('link.submit')}
        loading={making.isPending}
      />
    </form>
  );
}
