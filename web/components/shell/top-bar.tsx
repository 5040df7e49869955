import { Classes } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, NavLink, useMatch } from 'react-router';
import { portalQuery } from '../../api/portal.ts';
import { sessionQuery } from '../../api/session.ts';
import { PaletteButton } from '../palette/palette-button.tsx';
import { useOpenItems } from '../use-open-items.ts';
import { LanguageSelect } from './language-select.tsx';
import { MoreStatistics } from './more-statistics.tsx';
import { UserMenu } from './user-menu.tsx';
import './top-bar.css';

export function TopBar() {
  const { t } = useTranslation(['portal', 'setup']);
  const open = useOpenItems();
  const { data: user } = useQuery(sessionQuery);
  const { data: portal } = useQuery(portalQuery);
  const dashboard = useMatch('/dashboard/:directLinkId/*')?.params.directLinkId;
  const directLinkId = dashboard === 'help' ? undefined : dashboard;
  const brand = (
    <>
      <BrandMark />
      <span className="top-bar__name">{t('app.name')}</span>
      {portal && <span className="top-bar__provider">{portal.providerName}</span>}
    </>
  );
  return (
    <header className={`top-bar ${Classes.DARK}`}>
      <div className="top-bar__inner">
        {user ? (
          <Link className="top-bar__brand" to="/">
            {brand}
          </Link>
        ) : (
          <div className="top-bar__brand">{brand}</div>
        )}
        <nav className="top-bar__links" aria-label={t('nav.main')}>
          {user && (
            <NavLink to="/" end>
              {t('nav.acquisitionStatistics')}
            </NavLink>
          )}
          <NavLink to="/dashboard/help">{t('nav.help')}</NavLink>
          {open.length > 0 && <NavLink to="/admin/setup">{t('setup:nav')}</NavLink>}
          {/* Last: it comes after the others, which stay where they are. */}
          {directLinkId && <MoreStatistics directLinkId={directLinkId} />}
        </nav>
        <div className="top-bar__side">
          <PaletteButton />
          {user && <UserMenu user={user} />}
          {user === null && <LanguageSelect />}
        </div>
      </div>
    </header>
  );
}

function BrandMark() {
  return (
    <svg className="top-bar__mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d="M5 20V12M12 20V4M19 20v-5" stroke="currentColor" strokeWidth="4" strokeLinecap="round" />
    </svg>
  );
}
