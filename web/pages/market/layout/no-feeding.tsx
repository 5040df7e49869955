import { Callout } from '@blueprintjs/core';
import { InfoSign } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sessionQuery } from '../../../api/session.ts';
import { Link } from '../../../components/navigation/link.tsx';
import type { Page } from '../../../page.ts';
import { pages } from '../../../page-list.ts';
import './no-feeding.css';
import { useWhyUnfed } from '../why/use-why-unfed.ts';

const settings: Page | undefined = pages.find(({ path }) => path === '/admin/stockout-analyser');

/** Says why packs and potentials are unknown: nobody has chosen a statistic for the market, or it is disabled or deleted. */
export function NoFeeding() {
  const { t } = useTranslation('market');
  const { data: user } = useQuery(sessionQuery);
  const why = useWhyUnfed();
  if (!why) return null;
  return (
    <Callout className="no-feeding" icon={<InfoSign />} intent="warning" role="status">
      {why} {settings && user?.role === 'Admin' && <Link to={settings.path}>{t('noFeeding.settings')}</Link>}
    </Callout>
  );
}
