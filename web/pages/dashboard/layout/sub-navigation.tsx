import { ArrowLeft } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { useLiteLayout } from '../../../components/hooks/use-lite-layout.ts';
import { Link } from '../../../components/navigation/link.tsx';
import { PageStrip } from '../../../components/navigation/page-strip.tsx';
import { useDashboardPath } from '../../../components/navigation/use-dashboard-path.ts';
import { usePageLabel, usePages } from '../../../components/navigation/use-pages.ts';
import { dashboardPart, type Page } from '../../../page.ts';
import './layout.css';

/** Pages that stand alone in the first row; all others are in a section. */
const alone = ['', 'cart', 'excel'];

/** The pages of a section in the order of its row; those that none names come last in the assortment. */
const sections = {
  offer: ['potential', 'duplicate_products', 'not_deliverable'],
  assortment: ['products', 'molecules', 'atc', 'top_manufacturers'],
} as const;
type Section = keyof typeof sections;

const firstRow = ['', 'offer', 'assortment', 'cart', 'excel'] as const;

interface Entry {
  key: string;
  name: string;
  page: Page;
  /** Whether the page shown is in the section. */
  isOpen: boolean;
}

/** Ways to the other pages of a dashboard; on small screens and in the lite layout only the one to the overview. */
export function SubNavigation({ directLinkId }: { directLinkId: string }) {
  const { t } = useTranslation('dashboard');
  const pages = usePages()('dashboard');
  const nameOf = usePageLabel();
  const { pathname } = useLocation();
  const lite = useLiteLayout();
  const pathOf = useDashboardPath(directLinkId);
  const current = pathname.replace(/\/$/, '').split('/')[3] ?? '';
  const currentPage = pages.find((page) => dashboardPart(page) === current);
  const section = currentPage && sectionOf(currentPage);
  const isCurrent = (page: Page) => page === currentPage;
  const to = (page: Page) => pathOf(dashboardPart(page));

  const entries = firstRow.flatMap((part): Entry[] => {
    if (part === 'offer' || part === 'assortment') {
      const [first] = pagesIn(pages, part);
      return first ? [{ key: part, name: t(`sections.${part}`), page: first, isOpen: section === part }] : [];
    }
    const page = pages.find((each) => dashboardPart(each) === part);
    if (!page) return [];
    return [{ key: part, name: part === 'excel' ? t('sections.export') : nameOf(page), page, isOpen: false }];
  });
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
      <ul className="page-strip">
        {entries.map(({ key, name, page, isOpen }) => (
          <li key={key} data-label={name}>
            {isCurrent(page) && !isOpen ? (
              <span aria-current="page">{name}</span>
            ) : (
              <Link to={to(page)} aria-current={isOpen ? 'true' : undefined}>
                {name}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {section && (
        <div className="sub-navigation__section">
          <PageStrip pages={pagesIn(pages, section)} isCurrent={isCurrent} pathOf={to} />
        </div>
      )}
    </nav>
  );
}

function sectionOf(page: Page): Section | undefined {
  const part = dashboardPart(page);
  if (alone.includes(part)) return undefined;
  return (sections.offer as readonly string[]).includes(part) ? 'offer' : 'assortment';
}

function pagesIn(pages: readonly Page[], section: Section): readonly Page[] {
  const order: readonly string[] = sections[section];
  const place = (page: Page) => {
    const found = order.indexOf(dashboardPart(page));
    return found < 0 ? order.length : found;
  };
  return pages.filter((page) => sectionOf(page) === section).toSorted((a, b) => place(a) - place(b));
}
