import { Card } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { portalQuery } from '../../api/portal.ts';
import { Link } from '../../components/navigation/link.tsx';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import { ReportCard } from './report-card.tsx';
import './reports.css';

const reports = ['Tracking', 'Drugshortage', 'Scout'] as const;

/** Three reports to download, and the way to what is known of products. */
export function Component() {
  const { t } = useTranslation('reports');
  const { data: portal } = useQuery(portalQuery);
  return (
    <article className="reports">
      <PageHeader title={t('title')} documentTitle={t('title')} facts={[t('intro')]} />
      <ul className="plain-list reports__list">
        {reports.map((report) => (
          <li key={report}>
            <ReportCard report={report} provider={portal?.providerName ?? ''} />
          </li>
        ))}
        <li>
          <Card className="stack reports__card">
            <h2>{t('product.title')}</h2>
            <p>{t('product.text')}</p>
            <Link to="/product">{t('product.open')}</Link>
          </Card>
        </li>
      </ul>
    </article>
  );
}
