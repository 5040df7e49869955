import { useTranslation } from 'react-i18next';
import type { ComparedFigure } from '../../../api/comparison.ts';
import {
  formatAmount,
  formatCount,
  formatPercent,
  formatShare,
  formatSigned,
} from '../../../i18n/formats.ts';
import { WhyButton } from '../explain/why-button.tsx';
import type { ComparedCell } from './compared-rows.ts';
import type { useComparedQuestions } from './use-compared-questions.ts';

interface ComparisonRowProps {
  name: string;
  row: ComparedFigure;
  format: (value: number | null) => string;
  /** Headings of the columns. */
  headings: Record<Exclude<ComparedCell, 'shareOfChange'>, string>;
  questionOf: ReturnType<typeof useComparedQuestions>;
}

export function ComparisonRow({ name, row, format, headings, questionOf }: ComparisonRowProps) {
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
        {name} {row.perMonth && <span className="comparison__per-month">{t('perMonth')}</span>}
      </th>
      {(['value', 'other', 'change', 'changePercent'] as const).map((cell) => (
        <td key={cell}>
          <WhyButton question={questionOf(cell, cells[cell], figure)} label={`${name}: ${headings[cell]}`}>
            {cells[cell]}
          </WhyButton>
        </td>
      ))}
    </tr>
  );
}
