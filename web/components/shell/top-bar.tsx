import { Classes } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useMatch } from 'react-router';
import { portalQuery } from '../../api/portal.ts';
import { sessionQuery } from '../../api/session.ts';
import { Link, NavLink } from '../navigation/link.tsx';
import { PaletteButton } from '../navigation/palette/palette-button.tsx';
import { usePageLabel } from '../navigation/use-page-label.ts';
import { usePages } from '../navigation/use-pages.ts';
import { AdminMenu } from './admin-menu.tsx';
import { LanguageSelect } from './language-select.tsx';
import { MoreStatistics } from './more-statistics.tsx';
import { UserMenu } from './user-menu.tsx';
import './top-bar.css';

export function TopBar() {
  const { t } = useTranslation();
  const { data: user } = useQuery(sessionQuery);
  const { data: portal } = useQuery(portalQuery);
  const pagesIn = usePages();
  const nameOf = usePageLabel();
  const dashboard = useMatch('/dashboard/:directLinkId/*')?.params.directLinkId;
  const directLinkId = dashboard === 'help' ? undefined : dashboard;
  const links = useCurrentInView(user?.id);
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
        <nav ref={links} className="top-bar__links" aria-label={t('nav.main')}>
          {pagesIn('topBar').map((page) => (
            <NavLink key={page.path} to={page.path} end>
              {nameOf(page)}
            </NavLink>
          ))}
          <AdminMenu />
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

/** Where the bar has no room for all links, it is scrolled to the current page's, for each page and user. */
function useCurrentInView(userId: number | undefined) {
  const bar = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: they say which link is the current one.
  useEffect(() => {
    const link = bar.current?.querySelector<HTMLElement>('[aria-current="page"]');
    if (!bar.current || !link) return;
    const strip = bar.current;
    // Told once all are laid out, and again where the typeface or another language makes them wider.
    const observer = new ResizeObserver(() => {
      const left = link.offsetLeft - strip.offsetLeft;
      const hidden = left + link.offsetWidth - strip.clientWidth;
      strip.scrollLeft = Math.min(left, Math.max(hidden, strip.scrollLeft));
    });
    for (const each of [strip, ...strip.children]) observer.observe(each);
    return () => observer.disconnect();
  }, [pathname, userId]);
  return bar;
}

function BrandMark() {
  return (
    <svg className="top-bar__mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path d="M5 20V12M12 20V4M19 20v-5" stroke="currentColor" strokeWidth="4" strokeLinecap="round" />
    </svg>
  );
}
