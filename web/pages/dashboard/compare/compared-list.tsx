import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { View } from '#analytics/views/view.ts';
import { type Comparison, comparisonQuery } from '../../../api/comparison.ts';
import { useWholeAnswers } from '../../../components/loading/use-whole-answers.ts';
import { formatTimeRange } from '../../../i18n/formats.ts';
import { listQuestions } from '../explain/list-questions.ts';
import './compared-list.css';
import { ComparedTable, type ComparedWords } from './compared-table.tsx';
import { ComparisonFailure } from './comparison-failure.tsx';

export interface ComparedListProps extends ComparedWords {
  directLinkId: string;
  /** Direct link id of the statistic beside it. */
  otherId: string;
  page: { list: View; totals: View };
  /** Filters and order of the page. */
  choice: Record<string, unknown>;
  /** The table of this period alone: stands here until the comparison comes, and when it fails. */
  alone: ReactNode;
}

/** The rows of a list in two periods side by side. */
export default function ComparedList({
  directLinkId,
  otherId,
  page,
  choice,
  alone,
  ...list
}: ComparedListProps) {
  const { column } = list;
  const { t } = useTranslation(['compare', 'portal']);
  const rows = useQuery(comparisonQuery(directLinkId, otherId, page.list, choice));
  const totals = useQuery(comparisonQuery(directLinkId, otherId, page.totals, choice));
  const shown = useWholeAnswers({ rows, totals }, JSON.stringify([directLinkId, otherId, choice]));
  const error = rows.error ?? totals.error;
  if (error) {
    const retry = () => {
      rows.refetch();
      totals.refetch();
    };
    return (
      <div>
        <ComparisonFailure error={error} onRetry={retry} />
        {alone}
      </div>
    );
  }
  return (
    <section className="compared-list" aria-label={t('title')}>
      <p className="compared-list__note" role="status">
        {shown.rows && shown.totals ? note(shown.rows) : t('loading')}
      </p>
      {shown.rows && shown.totals ? (
        <ComparedTable
          {...list}
          otherId={otherId}
          questions={listQuestions(page, choice)}
          comparison={shown.rows}
          totals={shown.totals}
          isStale={rows.isPlaceholderData || totals.isPlaceholderData}
        />
      ) : (
        <div className="compared-list__waiting" aria-busy="true">
          {alone}
        </div>
      )}
    </section>
  );

  function note({ statistic, other, rows: figures }: Comparison): string {
    const lengths = {
      months: t('portal:months', { count: statistic.months }),
      other: t('portal:months', { count: other.months }),
    };
    const periods = { figure: column.heading, period: formatTimeRange(statistic) };
    const compared = t('note.compared', { ...periods, otherPeriod: formatTimeRange(other) });
    if (statistic.months === other.months) return `${compared} ${t('note.sameLength', lengths)}`;
    const perMonth = figures.some((each) => each.figure === column.key && each.perMonth);
    return `${compared} ${t(perMonth ? 'note.perMonth' : 'note.perPeriod', lengths)}`;
  }
}
