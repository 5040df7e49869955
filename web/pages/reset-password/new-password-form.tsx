import { Button, Callout } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../api/failure.ts';
import { setPassword } from '../../api/passwords.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { requiredScore } from '../../components/new-password/password-strength.ts';
import { StrengthMeter } from '../../components/new-password/strength-meter.tsx';
import { usePasswordScore } from '../../components/new-password/use-password-score.ts';
import { PasswordText } from '../../components/password-text.tsx';

interface NewPasswordFormProps {
  token: string;
  onSet: () => void;
  /** The token was used or ran out in the meantime. */
  onInvalid: () => void;
}

export function NewPasswordForm({ token, onSet, onInvalid }: NewPasswordFormProps) {
  const { t } = useTranslation(['account', 'portal']);
  const [password, setText] = useState('');
  const [checked, setChecked] = useState(false);
  const score = usePasswordScore(password);
  const setting = useMutation({
    mutationFn: () => setPassword(token, password),
    onSuccess: onSet,
    onError: (error) => {
      if (error instanceof ApiFailure && error.code === 'reset_token_invalid') onInvalid();
    },
  });
  // Where the dictionaries could not be loaded, the server decides alone.
  const isWeak = score !== undefined && score < requiredScore;

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (password && !isWeak) setting.mutate();
  }

  return (
    <form onSubmit={submit} noValidate>
      {setting.isError && <FailureNotice error={setting.error} className="guest-card__notice" />}
      {checked && password && isWeak && (
        <Callout role="alert" intent="danger" icon={<WarningSign />} className="guest-card__notice">
          {t('reset.tooWeak')}
        </Callout>
      )}
      <PasswordText
        label={t('reset.newPassword')}
        autoComplete="new-password"
        maxLength={200}
        value={password}
        describedBy="password-strength"
        problem={checked && !password ? t('portal:login.passwordRequired') : undefined}
        onChange={(text) => {
          setText(text);
          setChecked(false);
        }}
      />
      <StrengthMeter id="password-strength" score={password ? score : undefined} />
      <Button
        type="submit"
        intent="primary"
        size="large"
        fill
        text={t('reset.submit')}
        loading={setting.isPending}
      />
    </form>
  );
}
