import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { portalQuery } from '../../api/portal.ts';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import { ReportCard } from './report-card.tsx';
import './reports.css';

/** What the people of a line manager do. */
export function Component() {
  const { t } = useTranslation('reports');
  const { data: portal } = useQuery(portalQuery);
  return (
    <article className="reports">
      <PageHeader title={t('team.title')} documentTitle={t('team.title')} facts={[t('team.intro')]} />
      <ul className="reports__list">
        <li>
          <ReportCard report="Tracking" provider={portal?.providerName ?? ''} />
        </li>
      </ul>
    </article>
  );
}
