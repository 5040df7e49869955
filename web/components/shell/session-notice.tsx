import { Button, Callout, Classes } from '@blueprintjs/core';
import { InfoSign } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useLocation, useMatches } from 'react-router';
import { noteSessionEnded, sessionEndedQuery } from '../../api/session.ts';
import { openedPage } from '../../page.ts';
import { loginPath } from '../../return-path.ts';
import { Link } from '../navigation/link.tsx';
import './session-notice.css';

/** Tells those whose session ended on a page that visitors see too. The page stays as it is. */
export function SessionNotice() {
  const { t } = useTranslation();
  const location = useLocation();
  const { data: ended } = useQuery(sessionEndedQuery);
  const page = openedPage(useMatches().map(({ handle }) => handle));
  if (!ended || page?.audience === 'guests') return null;
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
