import { Button, Callout, Card, Classes, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { Download, TickCircle } from '@blueprintjs/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/download.ts';
import { changeOwnPassword } from '../../api/passwords.ts';
import { sessionQuery } from '../../api/session.ts';
import { createAccessToken } from '../../api/sessions.ts';
import { CommandLine } from '../../components/feedback/command-line.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { GuestCard } from '../../components/feedback/guest-card.tsx';
import { NewPasswordForm } from '../../components/forms/new-password/new-password-form.tsx';
import { useSinglePress } from '../../components/forms/use-single-press.ts';
import { SessionList } from '../../components/lists/session-list.tsx';
import { Link } from '../../components/navigation/link.tsx';

const primaryLink = [Classes.BUTTON, Classes.INTENT_PRIMARY, Classes.LARGE, Classes.FILL].join(' ');

/** Where who is signed in chooses another password, and sees and ends where else they are. */
export function Component() {
  const { t } = useTranslation('account');
  const { data: user } = useQuery(sessionQuery);
  const [isSet, setIsSet] = useState(false);
  const keeping = useMutation({ mutationFn: () => download('/users/current/personal-data') });
  if (isSet) {
    return (
      <GuestCard title={t('own.title')}>
        <Callout role="status" intent="success" icon={<TickCircle />}>
          {t('own.done')}
        </Callout>
        <Link className={primaryLink} to="/">
          {t('own.home')}
        </Link>
      </GuestCard>
    );
  }
  return (
    <>
      <GuestCard title={t('own.title')} intro={t('own.intro')}>
        <NewPasswordForm
          asksOld
          about={user ? `${user.name} ${user.email}` : ''}
          set={(password, oldPassword) => changeOwnPassword(oldPassword, password)}
          onSet={() => setIsSet(true)}
        />
      </GuestCard>
      <Card className="guest-card" elevation={1}>
        <h2>{t('sessions.title')}</h2>
        <p className="guest-card__intro">{t('sessions.intro')}</p>
        <SessionList whose="current" />
      </Card>
      <AccessTokens />
      <Card className="guest-card" elevation={1}>
        <h2>{t('kept.title')}</h2>
        <p className="guest-card__intro">{t('kept.intro')}</p>
        {keeping.isError && <FailureNotice error={keeping.error} />}
        <Button
          variant="outlined"
          icon={<Download />}
          text={t('kept.download')}
          loading={keeping.isPending}
          onClick={() => keeping.mutate()}
        />
      </Card>
    </>
  );
}

const durations = [30, 90, 365];

/** Makes an access token for a program; the list of them stands among the sign-ins. */
function AccessTokens() {
  const { t } = useTranslation('account');
  const [name, setName] = useState('');
  const [days, setDays] = useState(durations[1]!);
  const [isChecked, setChecked] = useState(false);
  const making = useMutation({
    mutationFn: () => createAccessToken(name.trim(), days),
    onSuccess: () => {
      setName('');
      setChecked(false);
    },
  });
  const make = useSinglePress(making);
  const isMissing = isChecked && name.trim() === '';

  function submit(event: FormEvent) {
    event.preventDefault();
    setChecked(true);
    if (name.trim() !== '') make();
  }

  return (
    <Card className="guest-card" elevation={1}>
      <h2>{t('tokens.title')}</h2>
      <p className="guest-card__intro">{t('tokens.intro')}</p>
      {making.isError && <FailureNotice error={making.error} />}
      {making.data && (
        <Callout role="status" intent="success" icon={<TickCircle />}>
          <p>{t('tokens.made')}</p>
          <CommandLine text={making.data} />
        </Callout>
      )}
      <form noValidate onSubmit={submit}>
        <FormGroup
          label={t('tokens.name')}
          labelFor="token-name"
          intent={isMissing ? 'danger' : 'none'}
          helperText={isMissing && <span id="token-name-told">{t('tokens.nameMissing')}</span>}
        >
          <InputGroup
            id="token-name"
            disabled={making.isPending}
            value={name}
            maxLength={100}
            autoComplete="off"
            intent={isMissing ? 'danger' : 'none'}
            aria-invalid={isMissing}
            aria-describedby={isMissing ? 'token-name-told' : undefined}
            onValueChange={setName}
          />
        </FormGroup>
        <FormGroup label={t('tokens.duration')} labelFor="token-days">
          <HTMLSelect
            fill
            id="token-days"
            disabled={making.isPending}
            value={days}
            onChange={(event) => setDays(Number(event.currentTarget.value))}
          >
            {durations.map((count) => (
              <option key={count} value={count}>
                {t('tokens.days', { count })}
              </option>
            ))}
          </HTMLSelect>
        </FormGroup>
        <Button type="submit" variant="outlined" text={t('tokens.submit')} loading={making.isPending} />
      </form>
    </Card>
  );
}
