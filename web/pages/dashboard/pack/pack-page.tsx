import { Button, Callout, Card, Classes, HTMLSelect } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { languages } from '#shared/languages.ts';
import { type PackTemplate, packRows, usualPack } from '#shared/pack.ts';
import { request } from '../../../api/client.ts';
import { isStopped } from '../../../api/combined.ts';
import { queryClient } from '../../../api/query-client.ts';
import { statisticLinksQuery } from '../../../api/statistics.ts';
import { followedQuery, shortSummaryQuery } from '../../../api/views.ts';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { MadeFileUnderWay, useMadeFile } from '../../../components/feedback/made-file.tsx';
import { showSuccess } from '../../../components/feedback/toasts.ts';
import { usePeriodOfLink } from '../../../components/hooks/use-period-of-link.ts';
import { lazyComponent } from '../../../components/loading/lazy.ts';
import { LazyPart } from '../../../components/loading/lazy-part.tsx';
import { useDebounced } from '../../../components/loading/use-debounced.ts';
import { formatCount } from '../../../i18n/formats.ts';
import { cartsQuery } from '../cart/cart-queries.ts';
import { StatisticHeader } from '../layout/statistic-header.tsx';
import { ranks } from '../summary/best-offers-query.ts';
import { scenariosQuery } from '../what-if/what-if-queries.ts';
import { chosenOf, listed, packTemplateQuery, usePackChoice } from './pack-choice.ts';
import { PackParts } from './pack-parts.tsx';
import './pack-page.css';

/** What draws PDFs is large, and comes when there is one. */
const PackPreview = lazyComponent(() => import('./pack-preview.tsx'));

/** For how long nothing is changed before the pages are made anew. */
const SETTLED_AFTER_MILLISECONDS = 500;

/** In the place of a period: none. */
const NONE = 'none';

/** The pack for a visit: its parts, chosen and in order, beside its pages as they are. */
export function Component() {
  const { t } = useTranslation('pack');
  const { directLinkId = '' } = useParams();
  const { data: template, error, refetch } = useQuery(packTemplateQuery);
  return (
    <article className="pack">
      <StatisticHeader directLinkId={directLinkId} title={t('title')} />
      <p className="page-intro">{t('intro')}</p>
      {error && <FailureNotice error={error} onRetry={refetch} />}
      {!error && !template && <div className={Classes.SKELETON} style={{ height: 600 }} aria-hidden="true" />}
      {template && <Pack directLinkId={directLinkId} template={template} />}
    </article>
  );
}

function Pack({ directLinkId, template }: { directLinkId: string; template: PackTemplate }) {
  const { t } = useTranslation(['pack', 'portal', 'dashboard', 'compare']);
  const [asked, choose] = usePackChoice(template);
  const { data: statistic } = useQuery(shortSummaryQuery(directLinkId));
  const others = useQuery(statisticLinksQuery(directLinkId));
  const { data: links } = others;
  const periodOf = usePeriodOfLink(links);
  const { data: scenarios } = useQuery(scenariosQuery(directLinkId));
  const { data: carts } = useQuery(cartsQuery(directLinkId));
  // An old address may name what is gone.
  const choice = {
    ...asked,
    scenario: scenarios && !scenarios.some(({ id }) => String(id) === asked.scenario) ? '' : asked.scenario,
    cart: carts && !carts.some(({ cartKey }) => cartKey === asked.cart) ? '' : asked.cart,
    with:
      links && !links.some(({ directLinkId }) => directLinkId === asked.with) && asked.with !== NONE
        ? null
        : asked.with,
  };
  const making = useMadeFile();
  useHeadOfStopped(directLinkId, making.error);
  const path = `/statistics/${encodeURIComponent(directLinkId)}/pack`;
  const parts = chosenOf(choice.parts);
  const has = (name: (typeof parts)[number]) => parts.includes(name);
  // The newest one that was over before this one began.
  const before = links?.find((link) => statistic && lastMonth(link) < firstMonth(statistic))?.directLinkId;
  const other = choice.with ?? before ?? NONE;
  const isEmpty = parts.every((part) => part === 'scenario' && choice.scenario === '');

  const query = new URLSearchParams(parts.map((part) => ['parts', part]));
  query.set('rows', String(choice.rows));
  if (choice.language) query.set('language', choice.language);
  if (has('offers') || has('handout')) query.set('sortBy', choice.sortBy);
  if (has('figures') && other !== NONE) query.set('with', other);
  if (has('scenario') && choice.scenario) query.set('scenario', choice.scenario);
  if (has('order') && choice.cart) query.set('cart', choice.cart);

  const keeping = useMutation({
    mutationFn: (json: PackTemplate) => request('/users/current/pack', { method: 'PUT', json }),
    onSuccess: (_answer, kept) => {
      queryClient.setQueryData(packTemplateQuery.queryKey, kept);
      showSuccess(t('template.done'));
    },
  });
  const current: PackTemplate = { parts, rows: choice.rows };
  const isKept = JSON.stringify(current) === JSON.stringify(template);
  const use = ({ parts, rows }: PackTemplate) => choose({ parts: listed(parts), rows });
  const handout: PackTemplate = { parts: ['handout'], rows: usualPack.rows };

  return (
    <div className="columns columns--tablet pack__grid">
      <Card className="pack__card">
        <h2>{t('parts')}</h2>
        <div className="row row--top pack__templates">
          <Button size="small" variant="outlined" text={t('template.own')} onClick={() => use(template)} />
          <Button size="small" variant="outlined" text={t('template.usual')} onClick={() => use(usualPack)} />
          <Button size="small" variant="outlined" text={t('template.handout')} onClick={() => use(handout)} />
        </div>
        <PackParts
          parts={choice.parts}
          noteOf={(name) => (name === 'scenario' && choice.scenario === '' ? t('scenarioMissing') : null)}
          onChange={(changed) => choose({ parts: changed })}
        />
        <Button
          text={t('template.keep')}
          disabled={isKept || parts.length === 0}
          loading={keeping.isPending}
          onClick={() => keeping.mutate(current)}
        />
        {keeping.isError && <FailureNotice error={keeping.error} onRetry={() => keeping.mutate(current)} />}
        <h2>{t('options')}</h2>
        <div className="pack__options">
          <Option
            label={t('rows')}
            value={String(choice.rows)}
            onChange={(rows) => choose({ rows: Number(rows) as never })}
          >
            {packRows.map((rows) => (
              <option key={rows} value={rows}>
                {formatCount(rows)}
              </option>
            ))}
          </Option>
          <Option label={t('language')} value={choice.language} onChange={(language) => choose({ language })}>
            <option value="">{t('customersLanguage')}</option>
            {languages.map((language) => (
              <option key={language} value={language}>
                {t(`portal:languages.${language}`)}
              </option>
            ))}
          </Option>
          <Option
            label={t('dashboard:offers.rank')}
            value={choice.sortBy}
            onChange={(sortBy) => choose({ sortBy })}
          >
            {ranks.map((rank) => (
              <option key={rank} value={rank}>
                {t(`dashboard:offers.by.${rank}`)}
              </option>
            ))}
          </Option>
          {links && links.length > 0 && (
            <Option label={t('compare:with')} value={other} onChange={(id) => choose({ with: id })}>
              <option value={NONE}>{t('compare:nothing')}</option>
              {links.map((link) => (
                <option key={link.directLinkId} value={link.directLinkId}>
                  {periodOf(link)}
                </option>
              ))}
            </Option>
          )}
          <Option label={t('scenario')} value={choice.scenario} onChange={(scenario) => choose({ scenario })}>
            <option value="">{t('noScenario')}</option>
            {scenarios?.map(({ id, name, own, ownerName }) => (
              <option key={id} value={id}>
                {own ? name : `${name} (${ownerName})`}
              </option>
            ))}
          </Option>
          {carts?.some(({ own }) => !own) && (
            <Option label={t('cart')} value={choice.cart} onChange={(cart) => choose({ cart })}>
              <option value="">{t('ownCart')}</option>
              {carts
                .filter(({ own }) => !own)
                .map(({ cartKey, ownerName }) => (
                  <option key={cartKey} value={cartKey}>
                    {ownerName}
                  </option>
                ))}
            </Option>
          )}
        </div>
      </Card>
      <Card className="pack__card pack__preview">
        <div className="row gap-4 row--apart pack__head">
          <h2>{t('preview')}</h2>
          <Button
            icon={<Download />}
            intent="primary"
            text={t('download')}
            disabled={isEmpty || making.isUnderWay}
            onClick={() => making.start(path, query)}
          />
        </div>
        {making.isUnderWay && <MadeFileUnderWay onCancel={making.cancel} />}
        {making.error !== null && (
          <FailureNotice error={making.error} onRetry={() => making.start(path, query)} />
        )}
        {isEmpty && <Callout>{t('empty')}</Callout>}
        {!isEmpty && others.isLoadingError && <FailureNotice error={others.error} onRetry={others.refetch} />}
        {!isEmpty && !others.isLoadingError && (
          <Pages
            directLinkId={directLinkId}
            path={path}
            query={String(query)}
            isReady={statistic !== undefined && links !== undefined}
          />
        )}
      </Card>
    </div>
  );
}

interface OptionProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function Option({ label, value, onChange, children }: OptionProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <HTMLSelect id={id} fill value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {children}
      </HTMLSelect>
    </>
  );
}

/** Where a member of a combined statistic stops it, its head says so with a way on; where one stops the other period, that is offered no more. */
function useHeadOfStopped(directLinkId: string, error: unknown): void {
  useEffect(() => {
    if (!isStopped(error)) return;
    for (const { queryKey } of [followedQuery(directLinkId), statisticLinksQuery(directLinkId)])
      void queryClient.invalidateQueries({ queryKey });
  }, [directLinkId, error]);
}

interface PagesProps {
  directLinkId: string;
  path: string;
  query: string;
  /** It is known what the figures are compared with. */
  isReady: boolean;
}

/** The pages as they would be handed out. Those of before stay until the new ones are there. */
function Pages({ directLinkId, path, query, isReady }: PagesProps) {
  const { t } = useTranslation('pack');
  const settled = useDebounced(query, SETTLED_AFTER_MILLISECONDS);
  const file = useQuery({
    queryKey: ['pack', directLinkId, settled],
    queryFn: async ({ signal }) => {
      const answer = await request(`${path}?${settled}&preview=true`, { accept: 'application/pdf', signal });
      return answer.blob();
    },
    placeholderData: keepPreviousData,
    enabled: isReady,
    staleTime: 0,
    gcTime: 0,
  });
  useHeadOfStopped(directLinkId, file.error);
  const isStale = file.isPlaceholderData || query !== settled;
  const paper = <div className={`pack__paper ${Classes.SKELETON}`} aria-hidden="true" />;
  if (file.isError) return <FailureNotice error={file.error} onRetry={file.refetch} />;
  return (
    <div className="pack-preview" aria-busy={isStale || file.isPending} data-stale={isStale}>
      {(isStale || file.isPending) && (
        <p className="visually-hidden" role="status">
          {t('making')}
        </p>
      )}
      {file.data ? (
        <LazyPart placeholder={paper}>
          <PackPreview file={file.data} />
        </LazyPart>
      ) : (
        paper
      )}
    </div>
  );
}

interface Months {
  timeMonthFrom: number;
  timeYearFrom: number;
  timeMonthTo: number;
  timeYearTo: number;
}

const firstMonth = ({ timeYearFrom, timeMonthFrom }: Months) => timeYearFrom * 12 + timeMonthFrom;
const lastMonth = ({ timeYearTo, timeMonthTo }: Months) => timeYearTo * 12 + timeMonthTo;
