import { Button, Callout, Card, Classes } from '@blueprintjs/core';
import { Download, TickCircle } from '@blueprintjs/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/download.ts';
import { changeOwnPassword } from '../../api/passwords.ts';
import { sessionQuery } from '../../api/session.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { GuestCard } from '../../components/feedback/guest-card.tsx';
import { NewPasswordForm } from '../../components/forms/new-password/new-password-form.tsx';
import { Link } from '../../components/navigation/link.tsx';
import { SessionList } from '../../components/tables/session-list.tsx';

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
        <Callout role="status" intent="success" icon={<TickCircle />} className="guest-card__notice">
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
