import { Button, Callout, Classes } from '@blueprintjs/core';
import { InfoSign } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useMatches } from 'react-router';
import { noteSessionEnded, sessionEndedQuery } from '../../api/session.ts';
import { audienceOf } from '../../audience.ts';
import { loginPath } from '../../pages/login/return-path.ts';
import './session-notice.css';

/** Tells those whose session ended on a page that visitors see too. The page stays as it is. */
export function SessionNotice() {
  const { t } = useTranslation();
  const location = useLocation();
  const { data: ended } = useQuery(sessionEndedQuery);
  const audience = audienceOf(useMatches().map(({ handle }) => handle));
  if (!ended || audience === 'guests') return null;
  return (
    <Callout role="alert" intent="primary" icon={<InfoSign />} className="session-notice">
      <p>
        <strong>{t('sessionEnded.title')}</strong> {t('sessionEnded.text')}
      </p>
      <div className="session-notice__actions">
        <Link className={`${Classes.BUTTON} ${Classes.INTENT_PRIMARY}`} to={loginPath(location, true)}>
          {t('sessionEnded.signIn')}
        </Link>
        <Button variant="outlined" text={t('sessionEnded.goOn')} onClick={() => noteSessionEnded(false)} />
      </div>
    </Callout>
  );
}
