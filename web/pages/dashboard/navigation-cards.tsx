import { Icon } from '@blueprintjs/core';
import { ArrowRight } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { pagesFor } from './dashboard-pages.ts';
import { preparePage } from './layout/prepare-page.ts';
import { useDashboardPath } from './layout/use-dashboard-path.ts';
import './navigation-cards.css';

/** Ways from the summary to the other pages of the same dashboard. */
export function NavigationCards({ directLinkId, signedIn }: { directLinkId: string; signedIn: boolean }) {
  const { t } = useTranslation(['dashboard', 'groups']);
  const pathOf = useDashboardPath(directLinkId);
  const pages = pagesFor(signedIn).filter(({ icon }) => icon);
  if (pages.length === 0) return null;
  return (
    <nav className="navigation-cards" aria-label={t('pages.label')}>
      {pages.map((page) => {
        const { path, label, icon: PageIcon } = page;
        return (
          <Link
            key={path}
            className="navigation-cards__card"
            to={pathOf(path)}
            onPointerEnter={() => preparePage(page, directLinkId)}
          >
            {PageIcon && <PageIcon size={20} />}
            <span>{t(label)}</span>
            <Icon className="navigation-cards__arrow" icon={<ArrowRight />} />
          </Link>
        );
      })}
    </nav>
  );
}
