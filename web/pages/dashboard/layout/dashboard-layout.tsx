import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { Outlet, useMatches, useParams } from 'react-router';
import { isNotFound } from '../../../api/client.ts';
import { countOpening } from '../../../api/statistics.ts';
import { followedQuery, followMilliseconds } from '../../../api/views.ts';
import { openDialog, useOpened } from '../../../components/dialogs/opened.ts';
import {
  isNoReferenceData,
  NoReferenceDataPage,
  untilPublished,
} from '../../../components/feedback/no-reference-data.tsx';
import { NotFound } from '../../../components/feedback/page-message.tsx';
import { laterCode } from '../../../components/loading/later-code.ts';
import { LaterDialog } from '../../../components/loading/later-part.tsx';
import { openedPage } from '../../../page.ts';
import { useCompared } from '../compare/use-compared.ts';
import { type AskWhy, AskWhyContext, type WhyQuestion } from '../explain/why-button.tsx';
import { StatisticHead } from './statistic-head.tsx';
import { SubNavigation } from './sub-navigation.tsx';

/** What all pages of one statistic have in common: the way to the others, and that there is such a statistic. */
export function Component() {
  const { directLinkId = '' } = useParams();
  const statistic = useQuery({
    ...followedQuery(directLinkId),
    refetchInterval: (query) => untilPublished(query) || followMilliseconds,
  });
  const [compared] = useCompared();
  const page = openedPage(useMatches().map(({ handle }) => handle));
  useQuery({ ...followedQuery(compared ?? ''), enabled: compared !== null });
  useOpening(directLinkId, Boolean(statistic.data));
  if (isNotFound(statistic.error) || statistic.data === null) return <NotFound />;
  if (isNoReferenceData(statistic.error)) return <NoReferenceDataPage />;
  return (
    <>
      <StatisticHead directLinkId={directLinkId} page={page} />
      <SubNavigation directLinkId={directLinkId} />
      <WhyAnswers directLinkId={directLinkId}>
        <Outlet />
      </WhyAnswers>
    </>
  );
}

/** After the figures have been asked for, which it must not hold up. */
const COUNTED_AFTER_MILLISECONDS = 500;

/** Counts one opening of the dashboard, however many of its pages are looked at. */
function useOpening(directLinkId: string, isThere: boolean): void {
  useEffect(() => {
    if (!isThere) return;
    const timer = setTimeout(() => countOpening(directLinkId), COUNTED_AFTER_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [directLinkId, isThere]);
}

// Nobody asks before the figures are there: the dialog is no part of the first script.
const WhyDialog = laterCode(() => import('../explain/why-dialog.tsx'));

interface Asked {
  question: WhyQuestion;
  label: string;
}

const dialog = 'why';
const ask: AskWhy = (question, label) => openDialog<Asked>(dialog, { question, label });

/** Answers what the figures inside are asked. */
function WhyAnswers({ directLinkId, children }: { directLinkId: string; children: ReactNode }) {
  const [asked, close] = useOpened<Asked>(dialog);
  return (
    <AskWhyContext value={ask}>
      {children}
      {asked && (
        <LaterDialog onClose={close}>
          <WhyDialog directLinkId={directLinkId} {...asked} onClose={close} />
        </LaterDialog>
      )}
    </AskWhyContext>
  );
}
