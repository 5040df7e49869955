import { Button, FormGroup, InputGroup, Radio, RadioGroup, Tag } from '@blueprintjs/core';
import { Layers } from '@blueprintjs/icons';
import { type UseQueryResult, useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../api/client.ts';
import {
  askFeedingAnew,
  candidatesQuery,
  chooseFeeding,
  type FeedingAudience,
  type FeedingFigures,
  type FeedingPreview,
  feedingPreviewQuery,
} from '../../api/feeding-statistic.ts';
import type { Statistic } from '../../api/statistics.ts';
import { PortalDialog } from '../../components/dialogs/portal-dialog.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { showSuccess } from '../../components/feedback/toasts.ts';
import { useDebounced } from '../../components/loading/use-debounced.ts';
import { ScrollingTable } from '../../components/tables/scrolling-table.tsx';
import { formatAmount, formatCount, formatDate, formatSigned, formatTimeRange } from '../../i18n/formats.ts';

interface ChooseStatisticProps {
  /** The statistic that stands for the market now. */
  present: number | null;
  /** The one whose effect is looked at; null: the list. */
  looksAt: number | null;
  onLook: (statisticId: number | null) => void;
  onClose: () => void;
}

/** First the statistics, then what would change with one of them and who sees it; only then it is chosen. */
export default function ChooseStatistic({ present, looksAt, onLook, onClose }: ChooseStatisticProps) {
  const { t } = useTranslation(['feeding', 'portal']);
  const preview = useQuery({ ...feedingPreviewQuery(looksAt ?? 0), enabled: looksAt !== null });
  const [chosen, setChosen] = useState<FeedingAudience | null>(null);
  const audience = chosen ?? preview.data?.audience;
  const changesNothing = looksAt === present && audience === preview.data?.audience;
  const choosing = useMutation({
    mutationFn: chooseFeeding,
    onSuccess() {
      showSuccess(t('done'));
      onClose();
    },
    // Somebody else has chosen meanwhile: what it would change now is looked at before it is chosen.
    onError: (error, { value }) =>
      error instanceof ApiFailure && error.status === 412 ? askFeedingAnew(value) : undefined,
  });
  const look = (id: number | null) => {
    choosing.reset();
    setChosen(null);
    onLook(id);
  };
  return (
    <PortalDialog
      wide
      title={t(looksAt === null ? 'dialog.list' : 'dialog.effect')}
      onClose={onClose}
      canClose={!choosing.isPending}
      actions={
        looksAt === null ? (
          <Button text={t('portal:action.cancel')} onClick={onClose} />
        ) : (
          <>
            <Button text={t('dialog.back')} disabled={choosing.isPending} onClick={() => look(null)} />
            <Button
              intent="primary"
              text={t('dialog.confirm')}
              loading={choosing.isPending}
              disabled={!audience || changesNothing}
              onClick={() => audience && choosing.mutate({ value: looksAt, audience })}
            />
          </>
        )
      }
    >
      {choosing.isError && <FailureNotice intent="warning" error={choosing.error} />}
      {looksAt === null ? (
        <Candidates present={present} onSelect={look} />
      ) : (
        <>
          <Effect key={looksAt} preview={preview} isPresent={looksAt === present} />
          {audience && (
            <AudienceField audience={audience} disabled={choosing.isPending} onChoose={setChosen} />
          )}
        </>
      )}
    </PortalDialog>
  );
}

const audiences = ['everybody', 'signedIn', 'statistic'] as const satisfies readonly FeedingAudience[];

interface AudienceFieldProps {
  audience: FeedingAudience;
  disabled: boolean;
  onChoose: (audience: FeedingAudience) => void;
}

/** Who may see amounts reckoned from the statistic that is to stand for the market. */
function AudienceField({ audience, disabled, onChoose }: AudienceFieldProps) {
  const { t } = useTranslation('feeding');
  return (
    <div className="choose-statistic__audience">
      <RadioGroup
        label={t('audience.title')}
        disabled={disabled}
        selectedValue={audience}
        onChange={(event) => onChoose(event.currentTarget.value as FeedingAudience)}
      >
        {audiences.map((each) => (
          <Radio key={each} value={each} label={t(`audience.${each}`)} />
        ))}
      </RadioGroup>
      <p className="note choose-statistic__note">{t('audience.note')}</p>
    </div>
  );
}

const groups = [
  {
    name: 'all',
    figures: [
      ['products', formatCount],
      ['packs', formatCount],
      ['turnoverPotential', formatAmount],
    ],
  },
  {
    name: 'missing',
    figures: [
      ['missingProducts', formatCount],
      ['missingPacks', formatCount],
      ['missingPotential', formatAmount],
    ],
  },
] as const satisfies {
  name: string;
  figures: (readonly [keyof FeedingFigures, (value: number | null) => string])[];
}[];

interface EffectProps {
  preview: UseQueryResult<FeedingPreview>;
  isPresent: boolean;
}

/** Packs and potential of the market: now, with the statistic, and by how much they differ. */
function Effect({ preview, isPresent }: EffectProps) {
  const { t } = useTranslation('feeding');
  const heading = useRef<HTMLHeadingElement>(null);
  const { data } = preview;
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h3 ref={heading} tabIndex={-1} className="choose-statistic__title">
        {data ? `${data.statistic.fileName} (${formatTimeRange(data.statistic)})` : t('effect.title')}
      </h3>
      {data?.statistic.comment && <p>{data.statistic.comment}</p>}
      {isPresent && <p role="status">{t('effect.isPresent')}</p>}
      {preview.isError && <FailureNotice intent="warning" error={preview.error} onRetry={preview.refetch} />}
      {preview.isPending && (
        <div className="bp6-skeleton" style={{ height: 240 }} role="status" aria-label={t('loading')} />
      )}
      {data && (
        <>
          <ScrollingTable label={t('effect.title')}>
            <thead>
              <tr>
                <th scope="col">{t('effect.figure')}</th>
                <th scope="col">{t('effect.now')}</th>
                <th scope="col">{t('effect.then')}</th>
                <th scope="col">{t('effect.change')}</th>
              </tr>
            </thead>
            {groups.map(({ name, figures }) => (
              <tbody key={name}>
                <tr>
                  <th scope="rowgroup" colSpan={4} className="choose-statistic__group">
                    <span>{t(`effect.${name}`)}</span>
                  </th>
                </tr>
                {figures.map(([figure, format]) => {
                  const now = data.present?.[figure] ?? null;
                  const then = data.candidate[figure];
                  return (
                    <tr key={figure}>
                      <th scope="row">{t(`effect.${figure}`)}</th>
                      <td>{format(now)}</td>
                      <td>{format(then)}</td>
                      <td>{formatSigned(now === null ? null : then - now, format)}</td>
                    </tr>
                  );
                })}
              </tbody>
            ))}
          </ScrollingTable>
          <p className="note choose-statistic__note">{t('effect.note')}</p>
        </>
      )}
    </>
  );
}

interface CandidatesProps {
  present: number | null;
  onSelect: (statisticId: number) => void;
}

/** The statistics that could stand for the market, newest first. */
function Candidates({ present, onSelect }: CandidatesProps) {
  const { t } = useTranslation('feeding');
  const searchId = useId();
  const [customer, setCustomer] = useState('');
  const list = useInfiniteQuery(candidatesQuery(useDebounced(customer.trim())));
  const statistics = list.data?.pages.flatMap((page) => page.statistics);
  return (
    <>
      <FormGroup label={t('list.search')} labelFor={searchId}>
        <InputGroup
          id={searchId}
          maxLength={255}
          value={customer}
          onChange={(event) => setCustomer(event.currentTarget.value)}
        />
      </FormGroup>
      {list.isError && <FailureNotice intent="warning" error={list.error} onRetry={list.refetch} />}
      {list.isPending && (
        <div className="bp6-skeleton" style={{ height: 240 }} role="status" aria-label={t('loading')} />
      )}
      {statistics?.length === 0 && !list.isPlaceholderData && <p role="status">{t('list.none')}</p>}
      {statistics && statistics.length > 0 && (
        <ul className="plain-list choose-statistic__list" aria-busy={list.isPlaceholderData}>
          {statistics.map((statistic) => (
            <Candidate
              key={statistic.bezugsStatistikID}
              statistic={statistic}
              isPresent={statistic.bezugsStatistikID === present}
              onSelect={onSelect}
            />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button
          variant="outlined"
          text={t('list.more')}
          loading={list.isFetchingNextPage}
          onClick={() => list.fetchNextPage()}
        />
      )}
    </>
  );
}

interface CandidateProps {
  statistic: Statistic;
  isPresent: boolean;
  onSelect: (statisticId: number) => void;
}

/** What combines others does not stand for the market. */
function Candidate({ statistic, isPresent, onSelect }: CandidateProps) {
  const { t } = useTranslation(['feeding', 'combined']);
  const {
    bezugsStatistikID: id,
    fileName,
    comment,
    customerName,
    importDate,
    active,
    testUpload,
    members,
  } = statistic;
  // One that has no file is called by its name.
  const whose = fileName ? [customerName || t('noName')] : [];
  const about = [...whose, formatTimeRange(statistic), formatDate(importDate)];
  return (
    <li className="row row--tight row--apart gap-3">
      <div className="stack gap-0">
        <strong>
          {fileName || customerName} {testUpload && <Tag minimal>{t('list.testUpload')}</Tag>}
        </strong>
        {comment && <span>{comment}</span>}
        <span className="note">{about.join(' · ')}</span>
      </div>
      {isPresent && <Tag intent="success">{t('list.present')}</Tag>}
      {!active && !isPresent && <Tag minimal>{t('list.disabled')}</Tag>}
      {members !== null && (
        <Tag minimal icon={<Layers />}>
          {t('combined:tag', { count: members, n: formatCount(members) })}
        </Tag>
      )}
      {active && !isPresent && members === null && (
        <Button
          variant="outlined"
          text={t('list.select')}
          aria-label={t('list.selectOf', {
            fileName,
            about: [...(testUpload ? [t('list.testUpload')] : []), ...about].join(', '),
          })}
          onClick={() => onSelect(id)}
        />
      )}
    </li>
  );
}
