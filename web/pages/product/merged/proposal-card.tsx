import { Button, Callout, Card, FormGroup, HTMLSelect, InputGroup, Tag } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type CatalogueEffect,
  type CatalogueProposal,
  differencePageSize,
  differencesPath,
  differencesQuery,
  effectQuery,
  type DifferenceList as ListName,
} from '../../../api/merged-products.ts';
import { openDialog } from '../../../components/dialogs/use-dialog.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { MadeFileUnderWay, useMadeFile } from '../../../components/feedback/made-file.tsx';
import { Link } from '../../../components/navigation/link.tsx';
import { useAddress } from '../../../components/navigation/use-address.ts';
import { ScrollingTable } from '../../../components/tables/scrolling-table.tsx';
import {
  formatAmount,
  formatCount,
  formatDate,
  formatSigned,
  formatTimeRange,
} from '../../../i18n/formats.ts';
import { columns } from '../columns.ts';
import { useSearchedText } from '../use-searched-text.ts';
import { DifferenceRow, differenceLists, shownColumns } from './difference-row.tsx';
import { PageSteps } from './page-steps.tsx';

/** What was built last: what it changes, list by list, what it does to statistics, and publishing it. */
export function ProposalCard({ proposal }: { proposal: CatalogueProposal }) {
  const { t } = useTranslation('merged');
  const { parameters, go } = useAddress();
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
    <Card className="stack gap-4 product-page__card">
      <h2>{t('proposal.title')}</h2>
      <p className="note">
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
      <p className="note">
        {t('proposal.facts', {
          unknown: formatCount(proposal.facts.packSizeUnknown ?? 0),
          kept: formatCount(proposal.facts.originKept ?? 0),
        })}
      </p>
      <h3>{t('proposal.changes')}</h3>
      <ul className="plain-list product-page__lists">
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
      <div className="row gap-3 row--end product-page__actions">
        <Button
          ref={button}
          intent="primary"
          text={t('publish.button')}
          disabled={proposal.outdated !== null}
          onClick={() => openDialog('publish', String(proposal.id))}
        />
      </div>
    </Card>
  );
}

const figures = ['turnover', 'potential'] as const;

/** Turnover and potential of customers, before and after. */
function EffectOnStatistics({ proposal }: { proposal: number }) {
  const { t } = useTranslation('merged');
  const effect = useQuery(effectQuery(proposal));
  const { data } = effect;
  return (
    <section aria-label={t('effect.title')} className="stack gap-4">
      <h3>{t('effect.title')}</h3>
      <p className="note">{t('effect.intro')}</p>
      {effect.isError && <FailureNotice intent="warning" error={effect.error} onRetry={effect.refetch} />}
      {effect.isPending && (
        <div className="bp6-skeleton" style={{ height: 220 }} role="status" aria-label={t('loading')} />
      )}
      {data?.customers.length === 0 && <p role="status">{t('effect.none')}</p>}
      {data && data.customers.length > 0 && (
        <ScrollingTable label={t('effect.title')}>
          <thead>
            <tr>
              <th scope="col" data-text>
                {t('effect.customer')}
              </th>
              {figures.flatMap((figure) => [
                <th key={figure} scope="col">
                  {t(`effect.${figure}`)}
                </th>,
                <th key={`${figure}-after`} scope="col">
                  {t('effect.after')}
                </th>,
                <th key={`${figure}-change`} scope="col">
                  {t('effect.change')}
                </th>,
              ])}
            </tr>
          </thead>
          <tbody>
            {data.customers.map((customer) => (
              <tr key={customer.directLinkId}>
                <th scope="row" data-text>
                  <Link to={`/dashboard/${customer.directLinkId}`}>{customer.customerName || '–'}</Link>
                  <div className="note">{formatTimeRange(customer)}</div>
                </th>
                <Figures {...customer} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" data-text>
                {t('effect.total')}
              </th>
              <Figures {...data} />
            </tr>
          </tfoot>
        </ScrollingTable>
      )}
    </section>
  );
}

function Figures({ before, after }: Pick<CatalogueEffect, 'before' | 'after'>) {
  return figures.flatMap((figure) => [
    <td key={figure}>{formatAmount(before?.[figure])}</td>,
    <td key={`${figure}-after`}>{formatAmount(after[figure])}</td>,
    <td key={`${figure}-change`}>
      {formatSigned(before === null ? null : after[figure] - before[figure], formatAmount)}
    </td>,
  ]);
}

interface DifferenceListProps {
  proposal: number;
  list: ListName;
}

/** One list of differences: searched, by field, page by page, and as a file. */
function DifferenceList({ proposal, list }: DifferenceListProps) {
  const { t } = useTranslation('merged');
  const searchId = useId();
  const columnId = useId();
  const { parameters, go } = useAddress();
  const { text, typed, setTyped } = useSearchedText('text', 'page');
  const column = parameters.get('column') ?? '';
  const page = Math.max(1, Number(parameters.get('page')) || 1);
  const rows = useQuery(differencesQuery(proposal, { list, text, column, page }));
  const file = useMadeFile();
  const { data } = rows;
  const shown = shownColumns[list];
  return (
    <section aria-label={t(`lists.${list}`)} className="stack gap-4">
      <h3>{t(`lists.${list}`)}</h3>
      <div className="row gap-3 row--end product-page__actions">
        <FormGroup label={t('list.search')} labelFor={searchId}>
          <InputGroup
            id={searchId}
            maxLength={255}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </FormGroup>
        {shown.includes('field') && (
          <FormGroup label={t('list.field')} labelFor={columnId}>
            <HTMLSelect
              id={columnId}
              value={column}
              onChange={(event) => go({ column: event.currentTarget.value || null, page: null })}
              options={[
                { value: '', label: t('list.allFields') },
                ...columns.map((each) => ({ value: each, label: t(`field.${each}`) })),
              ]}
            />
          </FormGroup>
        )}
        <Button
          variant="outlined"
          text={t('list.download')}
          disabled={file.isUnderWay}
          onClick={() =>
            file.start(`${differencesPath(proposal, list)}/excel`, new URLSearchParams({ text, column }))
          }
        />
      </div>
      {file.isUnderWay && <MadeFileUnderWay onCancel={file.cancel} />}
      {file.error !== null && <FailureNotice intent="warning" error={file.error} />}
      {rows.isError && <FailureNotice intent="warning" error={rows.error} onRetry={rows.refetch} />}
      {rows.isPending && (
        <div className="bp6-skeleton" style={{ height: 220 }} role="status" aria-label={t('loading')} />
      )}
      {data && (
        <p role="status" className="note">
          {t('list.count', { count: data.total, number: formatCount(data.total) })}
        </p>
      )}
      {data && data.rows.length > 0 && (
        <ScrollingTable label={t(`lists.${list}`)} isStale={rows.isPlaceholderData}>
          <thead>
            <tr>
              <th scope="col" data-text>
                {t('column.description')}
              </th>
              {shown.map((name) => (
                <th key={name} scope="col" data-text={name === 'chf' || name === 'percent' ? undefined : ''}>
                  {t(`column.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.rows.map((row, place) => (
              <DifferenceRow
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have their places.
                key={`${page} ${place}`}
                row={row}
                list={list}
              />
            ))}
          </tbody>
        </ScrollingTable>
      )}
      <PageSteps
        page={page}
        list={rows}
        size={differencePageSize}
        onGo={(to, options) => go({ page: to }, options)}
      />
    </section>
  );
}
