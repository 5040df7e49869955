import { ArrowLeft } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useLiteLayout } from '../../../components/hooks/use-lite-layout.ts';
import { Link } from '../../../components/navigation/link.tsx';
import { PageStrip } from '../../../components/navigation/page-strip.tsx';
import { usePages } from '../../../components/navigation/use-pages.ts';
import { dashboardPart } from '../../../page.ts';
import './sub-navigation.css';
import { useDashboardPath } from '../../../components/navigation/use-dashboard-path.ts';

/** Ways to the other pages of a dashboard; on small screens and in the lite layout only the one to the overview. */
export function SubNavigation({ directLinkId }: { directLinkId: string }) {
  const { t } = useTranslation('dashboard');
  const pagesIn = usePages();
  const { pathname } = useLocation();
  const lite = useLiteLayout();
  const pathOf = useDashboardPath(directLinkId);
  const current = pathname.replace(/\/$/, '').split('/')[3] ?? '';
  return (
    <nav
      className="sub-navigation"
      aria-label={t('pages.navigation')}
      data-lite={lite}
      data-overview={current === ''}
    >
      <Link className="sub-navigation__back" to={pathOf('')}>
        <ArrowLeft /> {t('pages.summary')}
      </Link>
      <PageStrip
        pages={pagesIn('dashboard')}
        isCurrent={(page) => dashboardPart(page) === current}
        pathOf={(page) => pathOf(dashboardPart(page))}
      />
    </nav>
  );
}
