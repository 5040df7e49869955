import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Link } from '../../../components/link.tsx';
import { usePageLabel } from '../../../components/use-page-label.ts';
import { usePages } from '../../../components/use-pages.ts';
import './market-navigation.css';

/** Ways to the lists of stock-outs, for signed-in users; visitors reach them by links. */
export function MarketNavigation() {
  const { t } = useTranslation('market');
  const pages = usePages()('market');
  const { pathname } = useLocation();
  const nameOf = usePageLabel();
  if (pages.length === 0) return null;
  return (
    <nav className="market-navigation" aria-label={t('navigation')}>
      <ul>
        {pages.map((page) => (
          <li key={page.path} data-label={nameOf(page)}>
            {page.path === pathname.replace(/\/$/, '') ? (
              <span aria-current="page" ref={showInStrip}>
                {nameOf(page)}
              </span>
            ) : (
              <Link to={page.path}>{nameOf(page)}</Link>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Where the strip has no room for all, it is scrolled to the current page's name. */
function showInStrip(name: HTMLElement | null): void {
  const strip = name?.closest('ul');
  if (name && strip) strip.scrollLeft = name.offsetLeft - strip.offsetLeft;
}
