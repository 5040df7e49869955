import { Card, Classes } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { summary } from '#analytics/views/summary.ts';
import { type Comparison, comparisonQuery } from '../../../api/comparison.ts';
import { formatTimeRange } from '../../../i18n/formats.ts';
import { comparedBlocks } from './compared-blocks.ts';
import './comparison-card.css';
import { ComparisonFailure } from './comparison-failure.tsx';
import { ComparisonRow } from './comparison-row.tsx';
import { useComparedQuestions } from './use-compared-questions.ts';

interface ComparisonCardProps {
  directLinkId: string;
  otherId: string;
  provider: string;
}

/** The summary's figures of two periods side by side, and how they changed. */
export default function ComparisonCard({ directLinkId, otherId, provider }: ComparisonCardProps) {
  const { t } = useTranslation(['compare', 'portal']);
  const { data, isError, isPending, error, refetch } = useQuery(
    comparisonQuery(directLinkId, otherId, summary),
  );
  return (
    <Card className="comparison">
      <h2>{t('title')}</h2>
      {isError && <ComparisonFailure error={error} onRetry={refetch} />}
      {isPending && <div className={`comparison__waiting ${Classes.SKELETON}`} aria-hidden="true" />}
      {data && (
        <>
          <p className="comparison__note">{noteOf(data)}</p>
          <ComparisonTable comparison={data} otherId={otherId} provider={provider} />
        </>
      )}
    </Card>
  );

  function noteOf({ statistic, other, rows }: Comparison): string {
    const lengths = {
      months: t('portal:months', { count: statistic.months }),
      other: t('portal:months', { count: other.months }),
    };
    return rows.some(({ perMonth }) => perMonth)
      ? t('note.perMonth', lengths)
      : t('note.sameLength', lengths);
  }
}

interface ComparisonTableProps extends Pick<ComparisonCardProps, 'otherId' | 'provider'> {
  comparison: Comparison;
}

function ComparisonTable({ comparison, otherId, provider }: ComparisonTableProps) {
  const { t } = useTranslation(['compare', 'dashboard']);
  const { statistic, other, rows } = comparison;
  const questionOf = useComparedQuestions(comparison, otherId);
  const headings = {
    value: formatTimeRange(statistic),
    other: formatTimeRange(other),
    change: t('change'),
    changePercent: t('changePercent'),
  };
  return (
    <table className="comparison__table" aria-label={t('title')}>
      <thead>
        <tr>
          <th scope="col">{t('figure')}</th>
          {Object.entries(headings).map(([cell, heading]) => (
            <th key={cell} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      {comparedBlocks.map((block) => (
        <tbody key={block.title}>
          <tr className="comparison__block">
            <th scope="rowgroup" colSpan={5}>
              {t(`dashboard:${block.title}`)}
            </th>
          </tr>
          {block.figures.map(({ label, figure, format }) => {
            const row = rows.find((each) => each.figure === figure);
            return (
              row && (
                <ComparisonRow
                  key={figure}
                  name={t(`dashboard:${label}`, { provider })}
                  row={row}
                  format={format}
                  headings={headings}
                  questionOf={questionOf}
                />
              )
            );
          })}
        </tbody>
      ))}
    </table>
  );
}
