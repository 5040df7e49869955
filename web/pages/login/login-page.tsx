import { Button, Callout, Card, Checkbox, FormGroup, InputGroup } from '@blueprintjs/core';
import { EyeOff, EyeOpen, InfoSign } from '@blueprintjs/icons';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { signIn } from '../../api/session.ts';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { useDocumentTitle } from '../../components/use-document-title.ts';
import './login-page.css';
import { returnPath } from './return-path.ts';

interface Credentials {
  email: string;
  password: string;
  remember: boolean;
}

export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const [credentials, setCredentials] = useState<Credentials>({ email: '', password: '', remember: false });
  const [checked, setChecked] = useState(false);
  const attempt = useMutation({
    mutationFn: ({ email, password, remember }: Credentials) => signIn(email.trim(), password, remember),
    onSuccess: () => navigate(returnPath(parameters), { replace: true }),
  });
  useDocumentTitle(t('login.title'));

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (credentials.email.trim() && credentials.password) attempt.mutate(credentials);
  }

  return (
    <Card className="login" elevation={1}>
      <h1>{t('login.title')}</h1>
      <p className="login__intro">{t('login.intro')}</p>
      {parameters.has('expired') && !attempt.isError && (
        <Callout role="status" intent="primary" icon={<InfoSign />} className="login__notice">
          {t('login.expired')}
        </Callout>
      )}
      {attempt.isError && <FailureNotice error={attempt.error} className="login__notice" />}
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
          value={credentials.password}
          problem={checked && !credentials.password ? t('login.passwordRequired') : undefined}
          onChange={(password) => setCredentials({ ...credentials, password })}
        />
        <Checkbox
          label={t('login.remember')}
          checked={credentials.remember}
          onChange={(event) => setCredentials({ ...credentials, remember: event.currentTarget.checked })}
        />
        <Button
          type="submit"
          intent="primary"
          size="large"
          fill
          text={t('login.submit')}
          loading={attempt.isPending}
        />
      </form>
    </Card>
  );
}

interface RequiredTextProps {
  name: string;
  label: string;
  type: string;
  autoComplete: string;
  value: string;
  problem: string | undefined;
  onChange: (value: string) => void;
  rightElement?: React.JSX.Element;
}

function RequiredText({ name, label, problem, onChange, ...input }: RequiredTextProps) {
  return (
    <FormGroup
      label={label}
      labelFor={name}
      intent={problem ? 'danger' : 'none'}
      helperText={problem && <span id={`${name}-problem`}>{problem}</span>}
    >
      <InputGroup
        {...input}
        id={name}
        name={name}
        size="large"
        maxLength={255}
        required
        intent={problem ? 'danger' : 'none'}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? `${name}-problem` : undefined}
        onValueChange={onChange}
      />
    </FormGroup>
  );
}

function PasswordText(props: Pick<RequiredTextProps, 'value' | 'problem' | 'onChange'>) {
  const { t } = useTranslation();
  const [visible, setVisible] = useState(false);
  return (
    <RequiredText
      {...props}
      name="password"
      label={t('login.password')}
      type={visible ? 'text' : 'password'}
      autoComplete="current-password"
      rightElement={
        <Button
          variant="minimal"
          icon={visible ? <EyeOff /> : <EyeOpen />}
          aria-label={visible ? t('login.hidePassword') : t('login.showPassword')}
          onClick={() => setVisible(!visible)}
        />
      }
    />
  );
}
