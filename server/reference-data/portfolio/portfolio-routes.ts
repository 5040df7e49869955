import { z } from 'zod';
import { digits, gtin, text } from '#shared/fields.ts';
import { portfolioProposalPage, takenOver } from '#shared/schemas/portfolio-proposal.ts';
import { languageOf } from '../../http/answer-errors.ts';
import { clientGone } from '../../http/client-gone.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { sendFile } from '../../http/send-file.ts';
import { fileName } from '../../platform/i18n/file-name.ts';
import { translate } from '../../platform/i18n/messages.ts';
import type { Dependencies } from '../dependencies.ts';
import { decide, decideMatching, undoBulkDecision } from './decide-portfolio.ts';
import { portfolioCsv, proposalStates, proposePortfolio, takeOverAccepted } from './portfolio-proposal.ts';

const path = '/api/merged-products/portfolio-proposal';

const wanted = {
  state: z.enum(proposalStates).default('open'),
  text: text().max(255).default(''),
};

/** Alternatives proposed by a rule, to accept, change or refuse one by one, or all that match a filter. */
export function portfolioProposalRoutes(dependencies: Dependencies): Route[] {
  return [
    defineRoute({
      method: 'get',
      path,
      summary:
        'What the rule proposes to offer instead of others’ products, and what was decided of it: a page of one state.',
      access: 'admin',
      costs: 'proposal',
      query: z.strictObject({
        ...wanted,
        PageNumber: digits(1, 100_000).optional().default(1),
        PageSize: digits(1, 500).optional().default(50),
      }),
      answer: portfolioProposalPage,
      handle: (ctx, { query: { PageNumber, PageSize, ...query } }) =>
        proposePortfolio(
          dependencies,
          { ...query, offset: (PageNumber - 1) * PageSize, limit: PageSize },
          clientGone(ctx),
        ),
    }),
    defineRoute({
      method: 'get',
      path: `${path}/csv`,
      summary: 'The proposals of one state as a portfolio file.',
      access: 'admin',
      costs: 'proposal',
      query: z.strictObject(wanted),
      async handle(ctx, { query }) {
        const { rows } = await proposePortfolio(
          dependencies,
          { ...query, offset: 0, limit: null },
          clientGone(ctx),
        );
        const file = rows.map(({ decision, ...row }) => ({ ...row, ...decision }));
        sendFile(ctx, {
          type: 'text/csv; charset=utf-8',
          bytes: Buffer.from(portfolioCsv(file)),
          saveAs: fileName('csv', translate(languageOf(ctx), 'merged.portfolio.title')),
        });
      },
    }),
    defineRoute({
      method: 'post',
      path: `${path}/decisions`,
      summary:
        'Accepts proposals, also with another product of the provider or rank, refuses or reopens them.',
      access: 'admin',
      audit: ['portfolio.accepted', 'portfolio.refused', 'portfolio.reopened'],
      announces: false,
      body: z.strictObject({
        decisions: z
          .array(
            z.strictObject({
              gtin,
              proposedGtin: gtin,
              decision: z.enum(['accepted', 'refused', 'open']),
              alternativeGtin: gtin,
              rank: z.int().min(1).max(9999),
            }),
          )
          .min(1)
          .max(500),
      }),
      answer: z.strictObject({ decided: z.int() }),
      async handle(ctx, { body: { decisions }, user }) {
        await decide(dependencies, decisions, user, clientGone(ctx));
        return { decided: decisions.length };
      },
    }),
    defineRoute({
      method: 'post',
      path: `${path}/decisions/matching`,
      summary:
        'Accepts, refuses or reopens every proposal of a state that has these words, as it was proposed. 409 proposals_changed: there are not `seen` of them, or none.',
      access: 'admin',
      audit: ['portfolio.all-accepted', 'portfolio.all-refused', 'portfolio.all-reopened'],
      announces: false,
      body: z
        .strictObject({
          state: z.enum(['open', 'accepted', 'refused']),
          text: wanted.text,
          decision: z.enum(['accepted', 'refused', 'open']),
          seen: z.int().min(0).max(1_000_000).optional().describe('how many there were for whoever asks'),
        })
        .refine(({ state, decision }) => state !== decision, {
          path: ['decision'],
          message: 'is what they are already',
        }),
      answer: z.strictObject({ decided: z.int() }),
      handle: async (ctx, { body, user }) => ({
        decided: await decideMatching(dependencies, body, user, clientGone(ctx)),
      }),
    }),
    defineRoute({
      method: 'post',
      path: `${path}/decisions/undo`,
      summary:
        'Undoes the newest decision of many at once; what was decided since, or taken over, stays. 409 nothing_to_undo.',
      access: 'admin',
      audit: 'portfolio.all-undone',
      announces: false,
      answer: z.strictObject({ undone: z.int(), left: z.int() }),
      handle: (_ctx, { user }) => undoBulkDecision(dependencies, user),
    }),
    defineRoute({
      method: 'post',
      path: `${path}/take-over`,
      summary: 'Takes what is accepted over into a new version of the template file portfolio.',
      access: 'admin',
      audit: 'template-file.replaced',
      announces: true,
      answer: takenOver,
      handle: (ctx, { user }) =>
        takeOverAccepted(
          dependencies,
          user,
          (count) => translate(languageOf(ctx), 'merged.portfolio.reason', { count }),
          clientGone(ctx),
        ),
    }),
  ];
}
