import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../components/navigation/page-header.tsx';
import { AlertsCard } from './alerts-card.tsx';
import { FeedsCard } from './feeds-card.tsx';
import './stockout-subscriptions-page.css';

/** What a user is told of by mail, and which filters other programs follow. */
export function Component() {
  const { t } = useTranslation('subscriptions');
  return (
    <div className="subscriptions">
      <PageHeader title={t('title')} documentTitle={t('title')} facts={[t('intro')]} />
      <AlertsCard />
      <FeedsCard />
    </div>
  );
}
