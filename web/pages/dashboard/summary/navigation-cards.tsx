import { Icon } from '@blueprintjs/core';
import { ArrowRight, TrendingUp } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { useSmallScreen } from '../../../components/hooks/use-small-screen.ts';
import { Link } from '../../../components/navigation/link.tsx';
import { useDashboardPath } from '../../../components/navigation/use-dashboard-path.ts';
import { usePageLabel, usePages } from '../../../components/navigation/use-pages.ts';
import { formatCount } from '../../../i18n/formats.ts';
import { dashboardPart } from '../../../page.ts';

interface NavigationCardsProps {
  directLinkId: string;
  /** How many rows a page has, where its card says so. */
  counts: Readonly<Record<string, number | undefined>>;
}

/** Ways from the summary to the other pages of the same dashboard; on phones, which have no others, to all of them. */
export function NavigationCards({ directLinkId, counts }: NavigationCardsProps) {
  const { t } = useTranslation('dashboard');
  const nameOf = usePageLabel();
  const pathOf = useDashboardPath(directLinkId);
  const small = useSmallScreen();
  const pages = usePages()('dashboard').filter((page) => page.icon || (small && dashboardPart(page) !== ''));
  if (pages.length === 0) return null;
  return (
    <nav className="navigation-cards" aria-label={t('pages.label')}>
      {pages.map((page) => {
        const Sign = page.icon ?? TrendingUp;
        const count = counts[dashboardPart(page)];
        return (
          <Link key={page.path} className="navigation-cards__card" to={pathOf(dashboardPart(page))}>
            <Sign size={20} />
            <span>
              {nameOf(page)}
              {count !== undefined && <span className="navigation-cards__count"> {formatCount(count)}</span>}
            </span>
            <Icon className="navigation-cards__arrow" icon={<ArrowRight />} />
          </Link>
        );
      })}
    </nav>
  );
}
