import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  PortfolioProposalPage,
  PortfolioProposalRow,
  TakenOver,
} from '#shared/schemas/portfolio-proposal.ts';
import { requestJson } from './client.ts';
import { queryClient } from './query-client.ts';

export type { PortfolioProposalPage, PortfolioProposalRow };

export const proposalStates = ['open', 'accepted', 'refused', 'inPortfolio'] as const;
export type ProposalState = (typeof proposalStates)[number];

export const proposalPageSize = 25;
export const portfolioProposalPath = '/merged-products/portfolio-proposal';

/** A page of the alternatives that the rule proposes. */
export function portfolioProposalQuery(state: ProposalState, text: string, page: number) {
  return queryOptions({
    queryKey: ['portfolio-proposal', state, text, page],
    queryFn: ({ signal }) =>
      requestJson<PortfolioProposalPage>(portfolioProposalPath, {
        query: { state, text, PageNumber: page, PageSize: proposalPageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export interface Decision {
  gtin: string;
  proposedGtin: string;
  decision: 'accepted' | 'refused' | 'open';
  alternativeGtin: string;
  rank: number;
}

export async function decideProposals(decisions: readonly Decision[]): Promise<void> {
  await requestJson(`${portfolioProposalPath}/decisions`, { method: 'POST', json: { decisions } });
  await queryClient.invalidateQueries({ queryKey: ['portfolio-proposal'] });
}

export interface MatchingDecision {
  state: ProposalState;
  text: string;
  decision: Decision['decision'];
  /** How many the page told of. */
  seen: number;
}

/** Decides every proposal of a state that has these words. */
export async function decideMatching(decision: MatchingDecision): Promise<void> {
  try {
    await requestJson(`${portfolioProposalPath}/decisions/matching`, { method: 'POST', json: decision });
  } finally {
    await queryClient.invalidateQueries({ queryKey: ['portfolio-proposal'] });
  }
}

export async function undoBulkDecision(): Promise<{ undone: number; left: number }> {
  const answer = await requestJson<{ undone: number; left: number }>(
    `${portfolioProposalPath}/decisions/undo`,
    { method: 'POST' },
  );
  await queryClient.invalidateQueries({ queryKey: ['portfolio-proposal'] });
  return answer;
}

/** Makes a new version of the portfolio of what is accepted. */
export async function takeOverAccepted(): Promise<TakenOver> {
  const taken = await requestJson<TakenOver>(`${portfolioProposalPath}/take-over`, { method: 'POST' });
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['portfolio-proposal'] }),
    queryClient.invalidateQueries({ queryKey: ['merged-products'] }),
  ]);
  return taken;
}
