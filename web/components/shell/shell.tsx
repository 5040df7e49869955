import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useNavigation } from 'react-router';
import { useLiteLayout } from '../hooks/use-lite-layout.ts';
import { useKeptPlace } from '../navigation/kept-place.ts';
import { OfflineNotice } from './offline-notice.tsx';
import { SessionNotice } from './session-notice.tsx';
import { SiteFooter } from './site-footer.tsx';
import { TopBar } from './top-bar.tsx';
import './shell.css';

/** Top bar, page, footer. After a change of page the focus moves to the new page's start. */
export function Shell() {
  const { t } = useTranslation();
  const lite = useLiteLayout();
  const content = useRef<HTMLElement>(null);
  useFocusOnNewPage(content);
  useKeptPlace();
  return (
    <div className="shell">
      <a className="shell__skip" href="#content">
        {t('nav.skip')}
      </a>
      <NavigationProgress />
      {!lite && <TopBar />}
      <OfflineNotice />
      <SessionNotice />
      <main id="content" className="shell__content" ref={content} tabIndex={-1}>
        <Outlet />
      </main>
      {!lite && <SiteFooter />}
    </div>
  );
}

/** What stands while the first page's code is on its way. */
export function ShellFallback() {
  return (
    <div className="shell">
      <div className="top-bar" />
      <main className="shell__content" />
    </div>
  );
}

function NavigationProgress() {
  const { t } = useTranslation();
  const navigation = useNavigation();
  if (navigation.state === 'idle') return null;
  return <div className="shell__progress" role="progressbar" aria-label={t('nav.loading')} />;
}

function useFocusOnNewPage(content: React.RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A page that is opened for one of its fields has given it the focus.
    if (document.activeElement?.matches('#content input')) return;
    content.current?.focus({ preventScroll: true });
  }, [pathname, content]);
}
