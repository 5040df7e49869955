import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type {
  PortfolioProposalPage,
  PortfolioProposalRow,
  TakenOver,
} from '#shared/schemas/portfolio-proposal.ts';
import { requestJson } from './client.ts';
import { invalidateAfter } from './query-client.ts';

export type { PortfolioProposalPage, PortfolioProposalRow };

export const proposalStates = ['open', 'accepted', 'refused', 'inPortfolio'] as const;
export type ProposalState = (typeof proposalStates)[number];

export const proposalPageSize = 25;
export const portfolioProposalPath = '/merged-products/portfolio-proposal';

/** A page of proposed alternatives. */
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
  await invalidateAfter(
    ['portfolio-proposal'],
    requestJson(`${portfolioProposalPath}/decisions`, { method: 'POST', json: { decisions } }),
  );
}

export interface MatchingDecision {
  state: ProposalState;
  text: string;
  decision: Decision['decision'];
  /** The number that the page showed. */
  seen: number;
}

/** Decides all proposals of a state that match these words. */
export async function decideMatching(decision: MatchingDecision): Promise<void> {
  await invalidateAfter(
    ['portfolio-proposal'],
    requestJson(`${portfolioProposalPath}/decisions/matching`, { method: 'POST', json: decision }),
  );
}

export function undoBulkDecision(): Promise<{ undone: number; left: number }> {
  return invalidateAfter(
    ['portfolio-proposal'],
    requestJson(`${portfolioProposalPath}/decisions/undo`, { method: 'POST' }),
  );
}

/** Makes a new version of the portfolio with accepted proposals. */
export function takeOverAccepted(): Promise<TakenOver> {
  const taking = requestJson<TakenOver>(`${portfolioProposalPath}/take-over`, { method: 'POST' });
  return invalidateAfter(['merged-products'], invalidateAfter(['portfolio-proposal'], taking));
}
