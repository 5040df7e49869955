import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { PageStrip } from '../../../components/navigation/page-strip.tsx';
import { usePages } from '../../../components/navigation/use-pages.ts';
import './market-navigation.css';

/** Ways to the lists of stock-outs, for signed-in users; visitors reach them by links. */
export function MarketNavigation() {
  const { t } = useTranslation('market');
  const pages = usePages()('market');
  const { pathname } = useLocation();
  if (pages.length === 0) return null;
  return (
    <nav className="market-navigation" aria-label={t('navigation')}>
      <PageStrip
        pages={pages}
        isCurrent={({ path }) => path === pathname.replace(/\/$/, '')}
        pathOf={({ path }) => path}
      />
    </nav>
  );
}
