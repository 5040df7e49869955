import { Button, FormGroup, InputGroup } from '@blueprintjs/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { gtinPattern } from '#shared/identifiers.ts';
import type { Decision, PortfolioProposalRow } from '../../../api/portfolio-proposal.ts';
import { formatAmount } from '../../../i18n/formats.ts';

interface ProposedRowProps {
  row: PortfolioProposalRow;
  isBusy: boolean;
  onDecide: (decision: Decision) => void;
}

/** A proposed alternative: accepted as it is, with another product or rank, refused, or open again. */
export function ProposedRow({ row, isBusy, onDecide }: ProposedRowProps) {
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
      onClick={act}
    />
  );
  return (
    <tr>
      <th scope="row" data-text>
        {row.description}
        <div className="product-page__soft">
          {[row.gtin, row.manufacturer, formatAmount(row.exFactoryPrice)].join(' · ')}
        </div>
      </th>
      <td data-text>
        {row.alternativeDescription}
        <div className="product-page__soft">
          {[row.alternativeGtin, formatAmount(row.alternativeExFactoryPrice)].join(' · ')}
        </div>
        {row.decision && row.decision.alternativeGtin !== row.alternativeGtin && (
          <div>{t('portfolio.instead', { gtin: row.decision.alternativeGtin })}</div>
        )}
      </td>
      <td>{row.decision?.rank ?? row.rank}</td>
      <td data-text>
        {changing ? (
          <div className="product-page__actions">
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
              onClick={() => {
                decide('accepted', { alternativeGtin: alternative, rank: Number(rank) });
                setChanging(false);
              }}
            />
            <Button size="small" text={t('portfolio.keep')} onClick={() => setChanging(false)} />
          </div>
        ) : (
          <div className="product-page__actions">
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
