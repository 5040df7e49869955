import { ArrowLeft } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { sessionQuery } from '../../../api/session.ts';
import { useLiteLayout } from '../../../components/use-lite-layout.ts';
import { pagesFor } from '../dashboard-pages.ts';
import { preparePage } from './prepare-page.ts';
import './sub-navigation.css';
import { useDashboardPath } from './use-dashboard-path.ts';

/** Ways to the other pages of a dashboard; on small screens and in the lite layout only the one to the overview. */
export function SubNavigation({ directLinkId }: { directLinkId: string }) {
  const { t } = useTranslation(['dashboard', 'groups']);
  const { data: user } = useQuery(sessionQuery);
  const { pathname } = useLocation();
  const lite = useLiteLayout();
  const pathOf = useDashboardPath(directLinkId);
  const current = pathname.replace(/\/$/, '').split('/')[3] ?? '';
  const pages = pagesFor(Boolean(user));
  const [overview] = pages;
  return (
    <nav
      className="sub-navigation"
      aria-label={t('pages.navigation')}
      data-lite={lite}
      data-overview={current === ''}
    >
      <Link
        className="sub-navigation__back"
        to={pathOf('')}
        onPointerEnter={() => overview && preparePage(overview, directLinkId)}
      >
        <ArrowLeft /> {t('pages.summary')}
      </Link>
      <ul className="sub-navigation__pages">
        {pages.map((page) => (
          <li key={page.path} data-label={t(page.label)}>
            {page.path === current ? (
              <span aria-current="page">{t(page.label)}</span>
            ) : (
              <Link
                to={pathOf(page.path)}
                onPointerEnter={() => preparePage(page, directLinkId)}
                onFocus={() => preparePage(page, directLinkId)}
              >
                {t(page.label)}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
