import { Button, Callout, Card, Tag } from '@blueprintjs/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CatalogueProposal } from '../../../api/merged-products.ts';
import { formatCount, formatDate } from '../../../i18n/formats.ts';
import { useProductAddress } from '../use-product-address.ts';
import { DifferenceList } from './difference-list.tsx';
import { differenceLists } from './difference-row.tsx';
import { EffectOnStatistics } from './effect-on-statistics.tsx';

/** What was built last: what it changes, list by list, what it does to statistics, and publishing it. */
export function ProposalCard({ proposal }: { proposal: CatalogueProposal }) {
  const { t } = useTranslation('merged');
  const { parameters, go } = useProductAddress();
  const opened = parameters.get('list');
  const list = differenceLists.find((each) => each === opened);
  const isOpen = parameters.get('publish') === String(proposal.id);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const open = (name: string) =>
    go({ list: opened === name ? null : name, text: null, column: null, page: null });
  return (
    <Card className="product-page__card">
      <h2>{t('proposal.title')}</h2>
      <p className="product-page__soft">
        {t('proposal.about', {
          date: formatDate(proposal.builtAt),
          by: proposal.builtBy,
          priceDate: formatDate(proposal.pricesOf),
          products: formatCount(proposal.products),
        })}
      </p>
      {proposal.outdated && (
        <Callout intent="warning" role="status">
          {t(`proposal.${proposal.outdated}`)}
        </Callout>
      )}
      <p className="product-page__soft">
        {t('proposal.facts', {
          unknown: formatCount(proposal.facts.packSizeUnknown ?? 0),
          kept: formatCount(proposal.facts.originKept ?? 0),
        })}
      </p>
      <h3>{t('proposal.changes')}</h3>
      <ul className="product-page__lists">
        {differenceLists.map((name) => (
          <li key={name}>
            <Button
              variant="outlined"
              active={opened === name}
              aria-expanded={opened === name}
              disabled={proposal.counts[name] === 0}
              text={t(`lists.${name}`)}
              endIcon={<Tag minimal>{formatCount(proposal.counts[name])}</Tag>}
              onClick={() => open(name)}
            />
          </li>
        ))}
        <li>
          <Button
            variant="outlined"
            active={opened === 'effect'}
            aria-expanded={opened === 'effect'}
            text={t('effect.title')}
            onClick={() => open('effect')}
          />
        </li>
      </ul>
      {list && <DifferenceList key={list} proposal={proposal.id} list={list} />}
      {opened === 'effect' && <EffectOnStatistics proposal={proposal.id} />}
      <div className="product-page__actions">
        <Button
          ref={button}
          intent="primary"
          text={t('publish.button')}
          disabled={proposal.outdated !== null}
          onClick={() => go({ publish: String(proposal.id) })}
        />
      </div>
    </Card>
  );
}
