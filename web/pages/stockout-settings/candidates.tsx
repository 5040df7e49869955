import { Button, FormGroup, InputGroup, Tag } from '@blueprintjs/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { candidatesQuery } from '../../api/feeding-statistic.ts';
import type { Statistic } from '../../api/statistics.ts';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { useSettled } from '../../components/loading/use-settled.ts';
import { formatDate, formatTimeRange } from '../../i18n/formats.ts';

interface CandidatesProps {
  present: number | null;
  onSelect: (statisticId: number) => void;
}

/** The statistics that could stand for the market, newest first. */
export function Candidates({ present, onSelect }: CandidatesProps) {
  const { t } = useTranslation('feeding');
  const searchId = useId();
  const [customer, setCustomer] = useState('');
  const list = useInfiniteQuery(candidatesQuery(useSettled(customer.trim())));
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
        <div className="choose-statistic__room bp6-skeleton" role="status" aria-label={t('loading')} />
      )}
      {statistics?.length === 0 && <p role="status">{t('list.none')}</p>}
      {statistics && statistics.length > 0 && (
        <ul className="choose-statistic__list" aria-busy={list.isPlaceholderData}>
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

function Candidate({ statistic, isPresent, onSelect }: CandidateProps) {
  const { t } = useTranslation('feeding');
  const {
    bezugsStatistikID: id,
    fileName,
    comment,
    customerName,
    importDate,
    active,
    testUpload,
  } = statistic;
  const about = [customerName || t('noName'), formatTimeRange(statistic), formatDate(importDate)];
  return (
    <li>
      <div>
        <strong>
          {fileName} {testUpload && <Tag minimal>{t('list.testUpload')}</Tag>}
        </strong>
        {comment && <span>{comment}</span>}
        <span className="choose-statistic__about">{about.join(' · ')}</span>
      </div>
      {isPresent && <Tag intent="success">{t('list.present')}</Tag>}
      {!active && !isPresent && <Tag minimal>{t('list.disabled')}</Tag>}
      {active && !isPresent && (
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
