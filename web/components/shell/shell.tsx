import { Button, Callout, Classes, HTMLSelect } from '@blueprintjs/core';
import { InfoSign, Offline } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet, useLocation, useMatches, useNavigation } from 'react-router';
import { buildName } from '#shared/build-name.ts';
import { isLanguage } from '#shared/languages.ts';
import { isConnected, onConnectionChange } from '../../api/connection.ts';
import { portalQuery } from '../../api/portal.ts';
import { noteSessionEnded, sessionEndedQuery, sessionQuery } from '../../api/session.ts';
import { openedPage } from '../../page.ts';
import { loginPath } from '../../return-path.ts';
import { MailLink, PhoneLink } from '../feedback/contact-text.tsx';
import { useLiteLayout } from '../hooks/use-lite-layout.ts';
import { documentAddress, legalDocuments } from '../navigation/documents.ts';
import { useKeptPlace } from '../navigation/kept-place.ts';
import { Link } from '../navigation/link.tsx';
import { usePageLabel, usePages } from '../navigation/use-pages.ts';
import { chooseTheme, themes, useTheme } from './theme.ts';
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
      <StagingNotice />
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

/** Says on every page that nothing of it is for real; leads administrators to where they settle that of a restored portal. */
function StagingNotice() {
  const { t } = useTranslation();
  const { data: portal } = useQuery(portalQuery);
  const { data: user } = useQuery(sessionQuery);
  if (!portal?.staging) return null;
  return (
    <aside className="staging-notice" aria-label={t('staging.title')}>
      <p>
        <strong>{t('staging.title')}</strong> <span>{t('staging.text')}</span>{' '}
        {portal.staging === 'restored' && user?.role === 'Admin' && (
          <Link to="/admin/state">{t('staging.settle')}</Link>
        )}
      </p>
    </aside>
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

/** Says that the server can't be reached, for as long as it can't. */
function OfflineNotice() {
  const { t } = useTranslation();
  const connected = useSyncExternalStore(onConnectionChange, isConnected);
  if (connected) return null;
  return (
    <Callout
      role="status"
      intent="warning"
      icon={<Offline />}
      className="row gap-5 row--apart session-notice"
    >
      <p>
        <strong>{t('offline.title')}</strong> {t('offline.text')}
      </p>
    </Callout>
  );
}

/** Tells those whose session ended on a page that visitors see too. The page stays as it is. */
function SessionNotice() {
  const { t } = useTranslation();
  const location = useLocation();
  const { data: ended } = useQuery(sessionEndedQuery);
  const page = openedPage(useMatches().map(({ handle }) => handle));
  if (!ended || page?.audience === 'guests') return null;
  return (
    <Callout
      role="alert"
      intent="primary"
      icon={<InfoSign />}
      className="row gap-5 row--apart session-notice"
    >
      <p>
        <strong>{t('sessionEnded.title')}</strong> {t('sessionEnded.text')}
      </p>
      <div className="row row--top">
        <Link className={`${Classes.BUTTON} ${Classes.INTENT_PRIMARY}`} to={loginPath(location, true)}>
          {t('sessionEnded.signIn')}
        </Link>
        <Button variant="outlined" text={t('sessionEnded.goOn')} onClick={() => noteSessionEnded(false)} />
      </div>
    </Callout>
  );
}

/** The visitor's choice; signed-in users have it in their menu. */
function ThemeSelect() {
  const { t } = useTranslation();
  const theme = useTheme();
  const id = useId();
  return (
    <div className="row gap-1 row--tight">
      <label htmlFor={id}>{t('nav.theme')}</label>
      <HTMLSelect
        id={id}
        minimal
        value={theme}
        onChange={(event) => {
          const chosen = themes.find((each) => each === event.currentTarget.value);
          if (chosen) chooseTheme(chosen);
        }}
      >
        {themes.map((each) => (
          <option key={each} value={each}>
            {t(`themes.${each}`)}
          </option>
        ))}
      </HTMLSelect>
    </div>
  );
}

function SiteFooter() {
  const { t, i18n } = useTranslation(['portal', 'shell']);
  const { data: user } = useQuery(sessionQuery);
  const { data: portal } = useQuery(portalQuery);
  const pagesIn = usePages();
  const nameOf = usePageLabel();
  const contact = portal?.contact;
  const language = isLanguage(i18n.language) ? i18n.language : 'de';
  return (
    <footer className="site-footer">
      <div className="row gap-6 row--top row--apart site-footer__inner">
        {portal && (
          <address className="row gap-5 row--top site-footer__contact" aria-label={t('footer.label')}>
            <span>{contact?.address || portal.providerName}</span>
            {contact?.phone && <PhoneLink phone={contact.phone} />}
            {contact?.email && <MailLink mail={contact.email} />}
          </address>
        )}
        <ul
          className="row gap-4 row--top plain-list site-footer__documents"
          aria-label={t('shell:footer.documents')}
        >
          {legalDocuments.map((name) => (
            <li key={name}>
              <a href={documentAddress(name, language)} target="_blank" rel="noreferrer">
                {t(`shell:footer.${name}`)}
              </a>
            </li>
          ))}
          {pagesIn('footer').map((page) => (
            <li key={page.path}>
              <Link to={page.path}>{nameOf(page)}</Link>
            </li>
          ))}
        </ul>
        {portal?.demo && <p className="site-footer__demo">{t('footer.demo')}</p>}
        {user && portal?.build && (
          <p className="site-footer__build">{t('shell:footer.build', { build: buildName(portal.build) })}</p>
        )}
        {user === null && <ThemeSelect />}
      </div>
    </footer>
  );
}
