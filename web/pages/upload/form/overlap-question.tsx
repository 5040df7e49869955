import { WarningSign } from '@blueprintjs/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type CustomerPeriod,
  type EarlierStatistic,
  overlappingQuery,
  type Statistic,
} from '../../../api/statistics.ts';
import { Question } from '../../../components/dialogs/question.tsx';
import { Link } from '../../../components/navigation/link.tsx';
import { formatDateAndTime, formatTimeRange } from '../../../i18n/formats.ts';
import { monthsBetween, type StatisticForm } from './statistic-form.ts';

interface OverlapQuestionProps {
  statistics: readonly EarlierStatistic[];
  /** Does it nevertheless. */
  confirm: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Before a statistic is saved of a customer and period of which there is one: which, and whether it is meant. */
export function OverlapQuestion({ statistics, confirm, onConfirm, onClose }: OverlapQuestionProps) {
  const { t } = useTranslation('preview');
  return (
    <Question
      title={t('overlap.title')}
      icon={<WarningSign size={32} />}
      intent="warning"
      confirm={confirm}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{t('overlap.text', { count: statistics.length })}</p>
      <ul>
        {statistics.map((statistic) => (
          <li key={statistic.bezugsStatistikID}>
            <EarlierLink statistic={statistic} />
          </li>
        ))}
      </ul>
    </Question>
  );
}

/**
 * Goes on with `start` when nothing else of the same customer and period is there; else `found` is what is, until it is
 * confirmed or given up. Where the server does not answer, saving itself will say why. Nothing is started once it is forgotten
 * or the dialog has gone. `edited` is no other.
 */
export function useOverlap(start: () => void, edited?: Statistic) {
  const queryClient = useQueryClient();
  const asking = useMutation({
    mutationFn: async (form: StatisticForm): Promise<EarlierStatistic[]> => {
      const period = customerPeriodOf(form);
      if (!period) return [];
      const all = await queryClient
        .fetchQuery({ ...overlappingQuery(period), retry: false })
        .catch((): EarlierStatistic[] => []);
      return all.filter(({ bezugsStatistikID }) => bezugsStatistikID !== edited?.bezugsStatistikID);
    },
  });
  // As it is when the answer comes.
  const newest = useRef(start);
  useEffect(() => {
    newest.current = start;
  });
  return {
    found: asking.data ?? [],
    isAsking: asking.isPending,
    // Told here no answer is heard that comes too late.
    ask: (form: StatisticForm) =>
      asking.mutate(form, {
        onSuccess: (found) => {
          if (found.length === 0) newest.current();
        },
      }),
    forget: asking.reset,
  };
}

/** The customer and period that are entered; null while one is missing, and for test uploads, which double nothing. */
function customerPeriodOf(form: StatisticForm): CustomerPeriod | null {
  const { timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo } = form;
  const customerExternalId = form.customerExternalId.trim();
  if (form.testUpload || !customerExternalId || (monthsBetween(form) ?? 0) <= 0) return null;
  if (!timeMonthFrom || !timeYearFrom || !timeMonthTo || !timeYearTo) return null;
  return { customerExternalId, timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo };
}

/** Leads to an earlier statistic in another tab: what is entered in this one stays. */
export function EarlierLink({ statistic }: { statistic: EarlierStatistic }) {
  const { t } = useTranslation('preview');
  return (
    <Link to={`/dashboard/${statistic.directLinkId}`} target="_blank" rel="noreferrer">
      {t('suspicious.statistic', {
        range: formatTimeRange(statistic),
        date: formatDateAndTime(statistic.importDate),
      })}
    </Link>
  );
}
