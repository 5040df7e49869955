import { Button, Classes } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { portfolioDeliveries, portfolioEpisodes } from '#analytics/views/portfolio-episodes.ts';
import { market } from '../../../api/changed-statistics.ts';
import { rowsQuery } from '../../../api/views.ts';
import { PortalDialog } from '../../../components/dialogs/portal-dialog.tsx';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { SourceCard } from './source-card.tsx';
import './sources-dialog.css';
import { wordsOfSources } from './words-of-sources.ts';

interface SourcesDialogProps {
  gtin: string;
  productName: string;
  onClose: () => void;
}

/** What each source says of a product that is missing, side by side, with the age of its word. */
export default function SourcesDialog({ gtin, productName, onClose }: SourcesDialogProps) {
  const { t } = useTranslation(['market', 'portal']);
  const episodes = useQuery(rowsQuery(market, portfolioEpisodes, { gtin }));
  const deliveries = useQuery(rowsQuery(market, portfolioDeliveries, { gtin }));
  const failed = [episodes, deliveries].find(({ isError }) => isError);

  function content() {
    if (failed) return <FailureNotice error={failed.error} onRetry={failed.refetch} />;
    if (!episodes.data || !deliveries.data || episodes.isPlaceholderData || deliveries.isPlaceholderData) {
      return (
        <div className={`sources-dialog__waiting ${Classes.SKELETON}`} role="status">
          {t('sources.loading')}
        </div>
      );
    }
    return (
      <ul className="sources-dialog">
        {wordsOfSources(episodes.data, deliveries.data).map((word) => (
          <SourceCard key={word.source} word={word} />
        ))}
      </ul>
    );
  }
  return (
    <PortalDialog
      title={t('sources.title', { product: productName })}
      onClose={onClose}
      wide
      actions={<Button text={t('portal:action.close')} onClick={onClose} />}
    >
      {content()}
    </PortalDialog>
  );
}
