import { Button, Card, FormGroup, HTMLSelect, InputGroup } from '@blueprintjs/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { gtinPattern } from '#shared/identifiers.ts';
import { download } from '../../../api/download.ts';
import {
  type Decision,
  decideMatching,
  decideProposals,
  type PortfolioProposalRow,
  portfolioProposalPath,
  portfolioProposalQuery,
  proposalPageSize,
  proposalStates,
  takeOverAccepted,
  undoBulkDecision,
} from '../../../api/portfolio-proposal.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { showSuccess } from '../../../components/feedback/toasts.ts';
import { onFirstClick } from '../../../components/forms/on-first-click.ts';
import { useAddress } from '../../../components/navigation/use-address.ts';
import { ScrollingTable } from '../../../components/tables/scrolling-table.tsx';
import { formatAmount, formatCount, formatDateAndTime } from '../../../i18n/formats.ts';
import { useSearchedText } from '../use-searched-text.ts';
import { PageSteps } from './page-steps.tsx';

/** Alternatives proposed by rule: accepted, changed or refused row by row, and then taken over into the portfolio. */
export function PortfolioCard() {
  const { t } = useTranslation('merged');
  const { parameters, go } = useAddress();
  const opened = parameters.get('portfolio');
  return (
    <Card className="stack gap-4 product-page__card">
      <h2>{t('portfolio.title')}</h2>
      <p className="note">{t('portfolio.intro')}</p>
      <div>
        <Button
          variant="outlined"
          aria-expanded={opened !== null}
          text={t(opened === null ? 'portfolio.show' : 'portfolio.hide')}
          onClick={() =>
            go({ portfolio: opened === null ? 'open' : null, proposals: null, proposalText: null })
          }
        />
      </div>
      {opened !== null && <Proposals state={proposalStates.find((each) => each === opened) ?? 'open'} />}
    </Card>
  );
}

/** What can be done with all that a filter leaves of a state. */
const allOf = {
  open: [
    ['acceptAll', 'accepted'],
    ['refuseAll', 'refused'],
  ],
  accepted: [
    ['refuseAll', 'refused'],
    ['reopenAll', 'open'],
  ],
  refused: [
    ['acceptAll', 'accepted'],
    ['reopenAll', 'open'],
  ],
} as const;

function Proposals({ state }: { state: (typeof proposalStates)[number] }) {
  const { t } = useTranslation('merged');
  const stateId = useId();
  const searchId = useId();
  const { parameters, go } = useAddress();
  const { text, typed, setTyped } = useSearchedText('proposalText', 'proposals');
  const page = Math.max(1, Number(parameters.get('proposals')) || 1);
  const proposals = useQuery(portfolioProposalQuery(state, text, page));
  const deciding = useMutation({ mutationFn: decideProposals });
  const taking = useMutation({
    mutationFn: takeOverAccepted,
    onSuccess: ({ added }) => showSuccess(t('portfolio.taken', { count: added })),
  });
  const all = useMutation({
    mutationFn: decideMatching,
    onSuccess: () => go({ proposals: null }),
  });
  const undoing = useMutation({
    mutationFn: undoBulkDecision,
    onSuccess: ({ undone }) =>
      showSuccess(t('portfolio.undone', { count: undone, number: formatCount(undone) })),
  });
  const file = useMutation({
    mutationFn: () => download(`${portfolioProposalPath}/csv`, { query: { state, text } }),
  });
  const { data } = proposals;
  // Of what was done last: what failed before has been seen.
  const [last] = [deciding, all, undoing, taking, file].toSorted((a, b) => b.submittedAt - a.submittedAt);
  const failure = last!.error;
  const isBusy = deciding.isPending || all.isPending || undoing.isPending || taking.isPending;
  // What was typed but not yet looked for is no filter of the rows that are seen.
  const isSettled = text === typed.trim() && !proposals.isPlaceholderData;
  return (
    <>
      <div className="row gap-3 row--end product-page__actions">
        <FormGroup label={t('portfolio.state')} labelFor={stateId}>
          <HTMLSelect
            id={stateId}
            value={state}
            onChange={(event) => go({ portfolio: event.currentTarget.value, proposals: null })}
            options={proposalStates.map((each) => ({
              value: each,
              label: `${t(`portfolio.states.${each}`)} (${formatCount(data?.counts[each] ?? 0)})`,
            }))}
          />
        </FormGroup>
        <FormGroup label={t('list.search')} labelFor={searchId}>
          <InputGroup
            id={searchId}
            maxLength={255}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </FormGroup>
        <Button
          variant="outlined"
          text={t('portfolio.download')}
          loading={file.isPending}
          onClick={() => file.mutate()}
        />
        <Button
          intent="primary"
          text={t('portfolio.takeOver', { number: formatCount(data?.counts.accepted ?? 0) })}
          disabled={!data?.counts.accepted}
          loading={taking.isPending}
          onClick={() => taking.mutate()}
        />
      </div>
      {failure && <FailureNotice intent="warning" error={failure} className="failure-in-sight" />}
      {proposals.isError && (
        <FailureNotice intent="warning" error={proposals.error} onRetry={proposals.refetch} />
      )}
      {proposals.isPending && (
        <div className="bp6-skeleton" style={{ height: 220 }} role="status" aria-label={t('loading')} />
      )}
      {data && (
        <p role="status" className="note">
          {t('list.count', { count: data.total, number: formatCount(data.total) })}
        </p>
      )}
      {data && state !== 'inPortfolio' && data.total > 1 && (
        <div className="row gap-3 row--end product-page__actions">
          {allOf[state].map(([label, decision]) => (
            <Button
              key={label}
              variant="outlined"
              text={t(`portfolio.${label}`, { number: formatCount(data.total) })}
              disabled={isBusy || !isSettled}
              loading={all.isPending && all.variables.decision === decision}
              onClick={() => all.mutate({ state, text, decision, seen: data.total })}
            />
          ))}
        </div>
      )}
      {data?.bulk && (
        <div className="row gap-3 row--end product-page__actions">
          <span role="status">
            {t(`portfolio.bulk.${data.bulk.decision}`, {
              count: data.bulk.standing,
              number: formatCount(data.bulk.standing),
              time: formatDateAndTime(data.bulk.decidedAt),
            })}
          </span>
          <Button
            variant="outlined"
            text={t('portfolio.undo')}
            disabled={isBusy}
            loading={undoing.isPending}
            onClick={() => undoing.mutate()}
          />
        </div>
      )}
      {data && data.rows.length > 0 && (
        <ScrollingTable label={t('portfolio.title')} isStale={proposals.isPlaceholderData}>
          <thead>
            <tr>
              <th scope="col" data-text>
                {t('portfolio.product')}
              </th>
              <th scope="col" data-text>
                {t('portfolio.alternative')}
              </th>
              <th scope="col">{t('lookUp.rank')}</th>
              <th scope="col" data-text>
                {t('portfolio.decision')}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row) => (
              <ProposedRow
                key={`${row.gtin} ${row.alternativeGtin}`}
                row={row}
                isBusy={isBusy}
                onDecide={(decision) => deciding.mutate([decision])}
              />
            ))}
          </tbody>
        </ScrollingTable>
      )}
      <PageSteps
        page={page}
        list={proposals}
        size={proposalPageSize}
        onGo={(to, options) => go({ proposals: to }, options)}
      />
    </>
  );
}

interface ProposedRowProps {
  row: PortfolioProposalRow;
  isBusy: boolean;
  onDecide: (decision: Decision) => void;
}

/** A proposed alternative: accepted as it is, with another product or rank, refused, or open again. */
function ProposedRow({ row, isBusy, onDecide }: ProposedRowProps) {
  const { t } = useTranslation('merged');
  const alternativeId = useId();
  const rankId = useId();
  const [changing, setChanging] = useState(false);
  const [alternative, setAlternative] = useState(row.decision?.alternativeGtin ?? row.alternativeGtin);
  const [rank, setRank] = useState(String(row.decision?.rank ?? row.rank));
  const isReadable = gtinPattern.test(alternative) && /^[1-9]\d{0,3}$/.test(rank);
  const decide = (
    decision: Decision['decision'],
    as: Pick<Decision, 'alternativeGtin' | 'rank'> = row.decision ?? row,
  ) =>
    onDecide({
      gtin: row.gtin,
      proposedGtin: row.alternativeGtin,
      decision,
      alternativeGtin: as.alternativeGtin,
      rank: as.rank,
    });
  const about = { product: row.description, alternative: row.alternativeDescription };
  const button = (name: 'accept' | 'refuse' | 'reopen' | 'change', act: () => void) => (
    <Button
      variant="outlined"
      size="small"
      disabled={isBusy}
      text={t(`portfolio.${name}`)}
      aria-label={t('portfolio.actionOf', { action: t(`portfolio.${name}`), ...about })}
      onClick={onFirstClick(act)}
    />
  );
  return (
    <tr>
      <th scope="row" data-text>
        {row.description}
        <div className="note">
          {[row.gtin, row.manufacturer, formatAmount(row.exFactoryPrice)].join(' · ')}
        </div>
      </th>
      <td data-text>
        {row.alternativeDescription}
        <div className="note">
          {[row.alternativeGtin, formatAmount(row.alternativeExFactoryPrice)].join(' · ')}
        </div>
        {row.decision && row.decision.alternativeGtin !== row.alternativeGtin && (
          <div>{t('portfolio.instead', { gtin: row.decision.alternativeGtin })}</div>
        )}
      </td>
      <td>{row.decision?.rank ?? row.rank}</td>
      <td data-text>
        {changing ? (
          <div className="row gap-3 row--end product-page__actions">
            <FormGroup label={t('portfolio.alternativeGtin')} labelFor={alternativeId}>
              <InputGroup
                id={alternativeId}
                inputMode="numeric"
                maxLength={13}
                value={alternative}
                onChange={(event) => setAlternative(event.currentTarget.value.trim())}
              />
            </FormGroup>
            <FormGroup label={t('lookUp.rank')} labelFor={rankId}>
              <InputGroup
                id={rankId}
                inputMode="numeric"
                maxLength={4}
                value={rank}
                onChange={(event) => setRank(event.currentTarget.value.trim())}
              />
            </FormGroup>
            <Button
              intent="primary"
              size="small"
              disabled={isBusy || !isReadable}
              text={t('portfolio.acceptChanged')}
              onClick={onFirstClick(() => {
                decide('accepted', { alternativeGtin: alternative, rank: Number(rank) });
                setChanging(false);
              })}
            />
            <Button size="small" text={t('portfolio.keep')} onClick={() => setChanging(false)} />
          </div>
        ) : (
          <div className="row gap-3 row--end product-page__actions">
            {row.decision?.decision !== 'accepted' &&
              !row.inPortfolio &&
              button('accept', () => decide('accepted', row))}
            {button('change', () => setChanging(true))}
            {row.decision?.decision !== 'refused' && button('refuse', () => decide('refused'))}
            {row.decision && button('reopen', () => decide('open'))}
          </div>
        )}
      </td>
    </tr>
  );
}
