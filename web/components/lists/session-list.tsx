import { Button, Tag } from '@blueprintjs/core';
import { LogOut } from '@blueprintjs/icons';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { endSession, type Session, type SessionsOf, sessionsQuery } from '../../api/sessions.ts';
import { formatDateAndTime } from '../../i18n/formats.ts';
import { FailureNotice } from '../feedback/failure-notice.tsx';
import { showSuccess } from '../feedback/toasts.ts';
import { onFirstClick } from '../forms/on-first-click.ts';
import { RowAction } from '../tables/row-action.tsx';
import './session-list.css';

/** Where somebody is signed in, each to be ended, and all of them. */
export function SessionList({ whose }: { whose: SessionsOf }) {
  const { t } = useTranslation('account');
  const list = useQuery({ ...sessionsQuery(whose), refetchOnMount: 'always' });
  const ending = useMutation({
    mutationFn: (session: Session | null) => endSession(whose, session?.id ?? null),
    onSuccess: (_, session) => showSuccess(endedOf(session)),
  });
  const shown = list.data ?? [];
  const canBeEnded = shown.filter(({ isThis }) => !isThis || whose !== 'current');

  function endedOf(session: Session | null): string {
    if (session === null) return t('sessions.endedAll');
    return session.name === null
      ? t('sessions.ended', { device: deviceOf(session) })
      : t('sessions.endedToken', { name: session.name });
  }

  function deviceOf({ browser, system }: Session): string {
    if (browser && system) return t('sessions.device', { browser, system });
    return browser ?? system ?? t('sessions.unknown');
  }

  return (
    <div aria-busy={list.isPending}>
      {list.isError && <FailureNotice error={list.error} onRetry={list.refetch} />}
      {ending.isError && <FailureNotice error={ending.error} />}
      {list.data?.length === 0 && <p>{t('sessions.none')}</p>}
      <ul className="plain-list session-list" aria-label={t('sessions.label')}>
        {shown.map((session) => (
          <li key={session.id} className="row row--tight row--apart">
            <div>
              <strong>{session.name ?? deviceOf(session)}</strong>{' '}
              {session.name !== null && <Tag minimal>{t('sessions.token')}</Tag>}
              {session.isThis && (
                <Tag minimal intent="primary">
                  {t('sessions.this')}
                </Tag>
              )}
              <div className="bp6-text-muted">
                {session.name === null
                  ? t('sessions.begun', { when: formatDateAndTime(session.begunAt) })
                  : t('sessions.made', {
                      when: formatDateAndTime(session.begunAt),
                      end: formatDateAndTime(session.endsAt),
                    })}
              </div>
              <div className="bp6-text-muted">
                {session.name !== null && session.usedAt === session.begunAt
                  ? t('sessions.unused')
                  : t('sessions.used', { when: formatDateAndTime(session.usedAt) })}
              </div>
            </div>
            {canBeEnded.includes(session) && (
              <RowAction
                name={
                  session.name === null
                    ? t('sessions.end', { device: deviceOf(session) })
                    : t('sessions.endToken', { name: session.name })
                }
                icon={<LogOut />}
                disabled={ending.isPending}
                onClick={onFirstClick(() => ending.mutate(session))}
              />
            )}
          </li>
        ))}
      </ul>
      {canBeEnded.length > 0 && (
        <Button
          intent="danger"
          variant="outlined"
          icon={<LogOut />}
          text={t(whose === 'current' ? 'sessions.endOthers' : 'sessions.endAll')}
          loading={ending.isPending}
          onClick={() => ending.mutate(null)}
        />
      )}
    </div>
  );
}
