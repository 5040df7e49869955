import { Button } from '@blueprintjs/core';
import { Layers, WarningSign } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { membersQuery } from '../../../api/combined.ts';
import { sessionQuery } from '../../../api/session.ts';
import { memberName } from '../../../components/dialogs/member-name.ts';
import { openDialog } from '../../../components/dialogs/use-dialog.ts';
import { failureText } from '../../../components/feedback/failure-notice.tsx';
import { PageMessage } from '../../../components/feedback/page-message.tsx';
import { Link } from '../../../components/navigation/link.tsx';
import { useDocumentTitle } from '../../../components/navigation/page-header.tsx';
import { formatCount } from '../../../i18n/formats.ts';
import { membersDialog } from './combined-members.tsx';

/**
 * What stands in the place of a combined statistic that a member stops: for who may see it which one that is, as far as that
 * is for them, and the way to take it out.
 */
export default function StoppedCombined({ directLinkId, error }: { directLinkId: string; error: unknown }) {
  const { t } = useTranslation('combined');
  const portal = useTranslation();
  const { data: user } = useQuery(sessionQuery);
  const { data } = useQuery({ ...membersQuery(directLinkId), enabled: Boolean(user) });
  const stopping = data?.members.filter(({ state }) => state !== 'open') ?? [];
  useDocumentTitle(t('stopped.title'));
  return (
    <PageMessage
      icon={<WarningSign size={36} />}
      title={t('stopped.title')}
      text={failureText(error, portal.t)}
      action={
        <>
          {stopping.length > 0 && (
            <ul aria-label={t('stopped.list')} className="plain-list stopped-combined__members">
              {stopping.map(({ position, state, statistic }) => (
                <li key={position}>
                  {statistic ? memberName(statistic) : t('members.unnamed', { n: formatCount(position) })}
                  {state !== 'open' && ` – ${t(`members.state.${state}`)}`}
                </li>
              ))}
            </ul>
          )}
          {data && (
            <Button
              intent="primary"
              icon={<Layers />}
              text={t('stopped.show')}
              onClick={() => openDialog(membersDialog)}
            />
          )}
          {user && (
            <p>
              <Link to="/">{t('stopped.home')}</Link>
            </p>
          )}
        </>
      }
    />
  );
}
