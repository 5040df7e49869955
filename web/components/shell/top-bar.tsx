import { Button, HTMLSelect, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core';
import { Blank, CaretDown, LogOut, Search, Tick, User as UserIcon } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useMatch, useMatches, useSearchParams } from 'react-router';
import { isLanguage, languages } from '#shared/languages.ts';
import { ApiFailure } from '../../api/client.ts';
import { portalQuery } from '../../api/portal.ts';
import { saveStartPage, sessionQuery, signOut, type User } from '../../api/session.ts';
import { type StatisticLink, statisticLinksQuery } from '../../api/statistics.ts';
import { formatCount, formatDate, formatDateAndTime, formatMonth, isSamePeriod } from '../../i18n/formats.ts';
import { openedPage } from '../../page.ts';
import { dashboardPart } from '../../page-list.ts';
import { startPath } from '../../return-path.ts';
import { findParameter } from '../../url-state/address.ts';
import { withinWindow } from '../dialogs/within-window.ts';
import { FailureNotice, failureText } from '../feedback/failure-notice.tsx';
import { showFailure } from '../feedback/toasts.ts';
import { lazyComponent } from '../loading/lazy.ts';
import { LazyDialog } from '../loading/lazy-part.tsx';
import { Link, LinkItem, NavLink, useGo } from '../navigation/link.tsx';
import { useDashboardPath } from '../navigation/use-dashboard-path.ts';
import { usePageLabel, usePages } from '../navigation/use-pages.ts';
import { chooseTheme, themes, useTheme } from './theme.ts';
import { useSwitchLanguage } from './use-switch-language.ts';
import './shell.css';

const startPages = ['uploads', 'today'] as const satisfies User['startPage'][];

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
    <header className="top-bar">
      <div className="top-bar__inner">
        {user ? (
          <Link className="row row--tight top-bar__brand" to={startPath(user)}>
            {brand}
          </Link>
        ) : (
          <div className="row row--tight top-bar__brand">{brand}</div>
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

/** The visitor's choice of language; signed-in users have it in their menu. */
function LanguageSelect() {
  const { t, i18n } = useTranslation();
  const switchTo = useSwitchLanguage();
  return (
    <HTMLSelect
      minimal
      aria-label={t('nav.language')}
      value={i18n.language}
      onChange={(event) => {
        const chosen = event.currentTarget.value;
        if (isLanguage(chosen)) switchTo(chosen);
      }}
    >
      {languages.map((language) => (
        <option key={language} value={language}>
          {t(`languages.${language}`)}
        </option>
      ))}
    </HTMLSelect>
  );
}

/** The pages for administrators; nothing for others. */
function AdminMenu() {
  const { t } = useTranslation('admin');
  const nameOf = usePageLabel();
  const pages = usePages()('admin');
  if (pages.length === 0) return null;
  const menu = (
    <Menu aria-label={t('menu')}>
      {pages.map((page) => (
        <LinkItem key={page.path} to={page.path} text={nameOf(page)} />
      ))}
    </Menu>
  );
  return (
    <PopoverNext {...withinWindow} content={menu} placement="bottom-start" arrow={false} animation="minimal">
      <Button variant="minimal" endIcon={<CaretDown />} text={t('menu')} />
    </PopoverNext>
  );
}

/**
 * Other statistics of the customer whose dashboard is open, each at the page one is on, where the same is looked for; nothing
 * when there are none, or where there is no such dashboard.
 */
function MoreStatistics({ directLinkId }: { directLinkId: string }) {
  const { t } = useTranslation();
  const { data: links, error, refetch } = useQuery(statisticLinksQuery(directLinkId));
  const isGone = error instanceof ApiFailure && error.status === 404;
  if (links ? links.length === 0 : !error || isGone) return null;
  const menu = !links ? (
    <FailureNotice className="top-bar__failure" error={error} onRetry={refetch} />
  ) : (
    <Menu aria-label={t('nav.moreStatistics')}>
      {links.map((link) => (
        <Entry key={link.directLinkId} link={link} others={links} />
      ))}
    </Menu>
  );
  return (
    <PopoverNext {...withinWindow} content={menu} placement="bottom-start" arrow={false} animation="minimal">
      <Button variant="minimal" endIcon={<CaretDown />} text={t('nav.moreStatistics')} />
    </PopoverNext>
  );
}

interface EntryProps {
  link: StatisticLink;
  others: readonly StatisticLink[];
}

/** A period with the day of its upload; with the time where there are several of the period. */
function Entry({ link, others }: EntryProps) {
  const { t } = useTranslation(['portal', 'dashboard']);
  const page = openedPage(useMatches().map(({ handle }) => handle));
  const [parameters] = useSearchParams();
  const pathOf = useDashboardPath(link.directLinkId);
  const from = formatMonth(link.timeMonthFrom, link.timeYearFrom);
  const to = formatMonth(link.timeMonthTo, link.timeYearTo);
  const isOneOfSeveral = others.some((other) => other !== link && isSamePeriod(other, link));
  const uploaded = isOneOfSeveral ? formatDateAndTime(link.importDate) : formatDate(link.importDate);
  const label = t('nav.uploadedOn', { date: uploaded });
  const combined =
    link.members === null
      ? ''
      : `, ${t('dashboard:combinedOf', { count: link.members, n: formatCount(link.members) })}`;
  const address = pathOf(page ? dashboardPart(page) : '', {
    [findParameter]: parameters.getAll(findParameter),
  });
  return <LinkItem to={address} text={`${from} - ${to}${combined}`} label={label} />;
}

const CommandPalette = lazyComponent(() => import('../navigation/palette/command-palette.tsx'));
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Opens the command palette, as Ctrl-K (on a Mac Cmd-K) does from anywhere. */
function PaletteButton() {
  const { t } = useTranslation('shell');
  const [open, setOpen] = useState(false);

  // Whoever sees the page can press the keys.
  useLayoutEffect(() => {
    function hear(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey) return;
      if (isMac ? !event.metaKey : !event.ctrlKey) return;
      event.preventDefault();
      setOpen((current) => !current);
    }
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);

  return (
    <>
      <Button
        variant="minimal"
        icon={<Search />}
        text={
          <>
            <span className="visually-hidden">{t('palette.open')}</span>
            <span className="palette-button__keys" aria-hidden="true">
              {isMac ? '⌘K' : t('palette.keys')}
            </span>
          </>
        }
        aria-keyshortcuts={isMac ? 'Meta+K' : 'Control+K'}
        onClick={() => setOpen(true)}
      />
      {open && (
        <LazyDialog onClose={() => setOpen(false)}>
          <CommandPalette onClose={() => setOpen(false)} />
        </LazyDialog>
      )}
    </>
  );
}

function UserMenu({ user }: { user: User }) {
  const { t, i18n } = useTranslation();
  const go = useGo();
  const switchTo = useSwitchLanguage();
  const theme = useTheme();
  const pagesIn = usePages();
  const nameOf = usePageLabel();

  function leave() {
    signOut();
    go('/login');
  }

  const menu = (
    <Menu aria-label={t('nav.userMenu', { name: user.name })}>
      <li role="none" className="note top-bar__menu-label">
        {t('nav.language')}
      </li>
      {languages.map((language) => (
        <MenuItem
          key={language}
          icon={language === i18n.language ? <Tick /> : <Blank />}
          text={t(`languages.${language}`)}
          lang={language}
          aria-current={language === i18n.language}
          onClick={() => switchTo(language)}
        />
      ))}
      <li role="none" className="note top-bar__menu-label">
        {t('nav.theme')}
      </li>
      {themes.map((each) => (
        <MenuItem
          key={each}
          icon={each === theme ? <Tick /> : <Blank />}
          text={t(`themes.${each}`)}
          aria-current={each === theme}
          onClick={() => chooseTheme(each)}
        />
      ))}
      <li role="none" className="note top-bar__menu-label">
        {t('nav.startPage')}
      </li>
      {startPages.map((each) => (
        <MenuItem
          key={each}
          icon={each === user.startPage ? <Tick /> : <Blank />}
          text={t(`startPages.${each}`)}
          aria-current={each === user.startPage}
          onClick={() => saveStartPage(each).catch((error) => showFailure(failureText(error, t)))}
        />
      ))}
      <MenuDivider />
      {pagesIn('user').map((page) => (
        <LinkItem key={page.path} to={page.path} text={nameOf(page)} icon={<Blank />} />
      ))}
      <MenuItem icon={<LogOut />} text={t('nav.signOut')} onClick={leave} />
    </Menu>
  );
  return (
    <PopoverNext {...withinWindow} content={menu} placement="bottom-end" arrow={false} animation="minimal">
      <Button
        variant="minimal"
        icon={<UserIcon />}
        endIcon={<CaretDown />}
        text={<span className="top-bar__user">{user.name}</span>}
        aria-label={t('nav.userMenu', { name: user.name })}
      />
    </PopoverNext>
  );
}
