import { Card } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mergedQuery } from '../../../api/merged-products.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { laterCode } from '../../../components/loading/later-code.ts';
import { LaterDialog } from '../../../components/loading/later-part.tsx';
import { useHeldItem } from '../../../components/tables/use-held-item.ts';
import { useProductAddress } from '../use-product-address.ts';
import { BuildCard } from './build-card.tsx';
import { CurrentCatalogue } from './current-catalogue.tsx';
import { PortfolioCard } from './portfolio-card.tsx';
import { ProposalCard } from './proposal-card.tsx';
import { RevisionsCard } from './revisions-card.tsx';
import { ScheduleNotice } from './schedule-notice.tsx';

const PublishDialog = laterCode(() => import('./publish-dialog.tsx'));

/** What is published and from which files, what is built, what it would change, and the way back. */
export function MergedTab() {
  const { t } = useTranslation('merged');
  const merged = useQuery({ ...mergedQuery, refetchOnMount: 'always' });
  const { data } = merged;
  const { parameters, go } = useProductAddress();
  const asked = parameters.get('publish');
  // What was looked at stays what is asked about, whatever somebody else builds or publishes meanwhile.
  const publishing = useHeldItem(
    asked,
    data?.proposal && String(data.proposal.id) === asked ? data.proposal : undefined,
  );
  const close = () => go({ publish: null }, { replace: true });
  return (
    <div className="product-page__cards" aria-busy={merged.isPending}>
      {merged.isError && <FailureNotice intent="warning" error={merged.error} onRetry={merged.refetch} />}
      {merged.isPending && (
        <Card className="product-page__card">
          <div className="product-page__room bp6-skeleton" role="status" aria-label={t('loading')} />
        </Card>
      )}
      {data && (
        <>
          {data.scheduled && <ScheduleNotice scheduled={data.scheduled} />}
          <CurrentCatalogue current={data.current} outdated={data.outdated} />
          <BuildCard files={data.files} />
          {data.proposal && <ProposalCard key={data.proposal.id} proposal={data.proposal} />}
          {data.current && <PortfolioCard />}
          {data.current && <RevisionsCard current={data.current.revision} />}
        </>
      )}
      {publishing && (
        <LaterDialog onClose={close}>
          <PublishDialog proposal={publishing} onClose={close} />
        </LaterDialog>
      )}
    </div>
  );
}
