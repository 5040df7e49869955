import { Card, Classes } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { summary } from '#analytics/views/summary.ts';
import { comparedBlocks } from '#shared/summary-figures.ts';
import { type ComparedFigure, type Comparison, comparisonQuery } from '../../../api/comparison.ts';
import {
  formatAmount,
  formatCount,
  formatPercent,
  formatShare,
  formatSigned,
} from '../../../i18n/formats.ts';
import { labelled } from '../../../i18n/labelled.ts';
import { WhyButton } from '../explain/why-button.tsx';
import { figureFormats } from '../summary/key-figures.ts';
import { type ComparedCell, periodNames } from './compared-rows.ts';
import { ComparisonFailure } from './comparison-failure.tsx';
import { useComparedQuestions } from './use-compared-questions.ts';
import './compare.css';

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
          <p className="note comparison__note">{noteOf(data)}</p>
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
  const { t } = useTranslation(['compare', 'dashboard', 'figures']);
  const { rows } = comparison;
  const periods = periodNames(comparison, t('with'));
  const questionOf = useComparedQuestions(comparison, otherId);
  const headings = {
    value: periods.this,
    other: periods.other,
    change: t('change'),
    changePercent: t('changePercent'),
  };
  return (
    <table className="figure-table comparison__table" aria-label={t('title')}>
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
        <tbody key={block.name}>
          <tr className="comparison__block">
            <th scope="rowgroup" colSpan={5}>
              {t(`dashboard:block.${block.name}`)}
            </th>
          </tr>
          {block.figures.map(([figure, format]) => {
            const row = rows.find((each) => each.figure === figure);
            return (
              row && (
                <ComparisonRow
                  key={figure}
                  name={t(`figures:${figure}.label`, { provider })}
                  row={row}
                  format={figureFormats[format]}
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

interface ComparisonRowProps {
  name: string;
  row: ComparedFigure;
  format: (value: number | null) => string;
  /** Headings of the columns. */
  headings: Record<Exclude<ComparedCell, 'shareOfChange'>, string>;
  questionOf: ReturnType<typeof useComparedQuestions>;
}

function ComparisonRow({ name, row, format, headings, questionOf }: ComparisonRowProps) {
  const { t } = useTranslation('compare');
  // Packs per month are seldom whole.
  const write = row.perMonth && format === formatCount ? formatAmount : format;
  const change = formatSigned(row.change, write);
  const isPercentage = format === formatPercent;
  const figure = { name, perMonth: row.perMonth, question: { view: 'summary', figure: row.figure } };
  const cells = {
    value: write(row.value),
    other: write(row.other),
    change:
      isPercentage && row.change !== null
        ? t('points', { change: formatSigned(row.change, formatCount) })
        : change,
    changePercent: formatSigned(row.changePercent, formatShare),
  };
  return (
    <tr>
      <th scope="row">
        {name} {row.perMonth && <span className="note">{t('perMonth')}</span>}
      </th>
      {(['value', 'other', 'change', 'changePercent'] as const).map((cell) => (
        <td key={cell}>
          <WhyButton question={questionOf(cell, cells[cell], figure)} label={labelled(name, headings[cell])}>
            {cells[cell]}
          </WhyButton>
        </td>
      ))}
    </tr>
  );
}
