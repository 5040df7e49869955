import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from 'react-router';
import { isNotFound } from '../../../api/failure.ts';
import { followedQuery, followMilliseconds } from '../../../api/views.ts';
import {
  isNoReferenceData,
  NoReferenceDataPage,
  untilPublished,
} from '../../../components/no-reference-data.tsx';
import { NotFound } from '../../../components/not-found.tsx';
import { useCompared } from '../compare/use-compared.ts';
import { WhyAnswers } from '../explain/why-answers.tsx';
import { SubNavigation } from './sub-navigation.tsx';

/** What all pages of one statistic have in common: the way to the others, and that there is such a statistic. */
export function Component() {
  const { directLinkId = '' } = useParams();
  const statistic = useQuery({
    ...followedQuery(directLinkId),
    refetchInterval: (query) => untilPublished(query) || followMilliseconds,
  });
  const [compared] = useCompared();
  useQuery({ ...followedQuery(compared ?? ''), enabled: compared !== null });
  if (isNotFound(statistic.error) || statistic.data === null) return <NotFound />;
  if (isNoReferenceData(statistic.error)) return <NoReferenceDataPage />;
  return (
    <>
      <SubNavigation directLinkId={directLinkId} />
      <WhyAnswers directLinkId={directLinkId}>
        <Outlet />
      </WhyAnswers>
    </>
  );
}
