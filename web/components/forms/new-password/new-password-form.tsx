import { Button, Callout } from '@blueprintjs/core';
import { WarningSign } from '@blueprintjs/icons';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { REQUIRED_SCORE } from '#shared/password-rule.ts';
import { ApiFailure } from '../../../api/client.ts';
import { FailureNotice } from '../../feedback/failure-notice.tsx';
import { PasswordText } from '../password-text.tsx';
import { StrengthMeter, usePasswordScore } from './strength-meter.tsx';

interface NewPasswordFormProps {
  /** `oldPassword` is '' where it is not asked for. */
  set: (password: string, oldPassword: string) => Promise<void>;
  asksOld?: boolean;
  /** What the password must not be made of. */
  about?: string;
  onSet: () => void;
  onFailed?: (error: unknown) => void;
}

export function NewPasswordForm({ set, asksOld = false, about = '', onSet, onFailed }: NewPasswordFormProps) {
  const { t } = useTranslation(['account', 'portal']);
  const [oldPassword, setOld] = useState('');
  const [password, setText] = useState('');
  const [checked, setChecked] = useState(false);
  const score = usePasswordScore(password, about);
  const setting = useMutation({
    mutationFn: () => set(password, oldPassword),
    onSuccess: onSet,
    onError: (error) => onFailed?.(error),
  });
  // Where the dictionaries could not be loaded, the server decides alone.
  const isWeak = score !== undefined && score < REQUIRED_SCORE;
  const lacksOld = asksOld && !oldPassword;
  const { error } = setting;
  const isOldWrong = error instanceof ApiFailure && error.code === 'old_password_wrong';

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (password && !isWeak && !lacksOld) setting.mutate();
  }

  return (
    <form onSubmit={submit} noValidate>
      {error && <FailureNotice error={error} />}
      {checked && password && isWeak && (
        <Callout role="alert" intent="danger" icon={<WarningSign />}>
          {t('reset.tooWeak')}
        </Callout>
      )}
      {asksOld && (
        <PasswordText
          name="old-password"
          label={t('own.oldPassword')}
          autoComplete="current-password"
          maxLength={1000}
          disabled={setting.isPending}
          value={oldPassword}
          problem={
            (checked && lacksOld && t('portal:login.passwordRequired')) ||
            (isOldWrong ? error.message : undefined)
          }
          onChange={(text) => {
            setOld(text);
            setting.reset();
          }}
        />
      )}
      <PasswordText
        label={t('reset.newPassword')}
        autoComplete="new-password"
        maxLength={200}
        disabled={setting.isPending}
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
