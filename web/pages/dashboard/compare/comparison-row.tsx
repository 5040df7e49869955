import { useTranslation } from 'react-i18next';
import type { ComparedFigure } from '../../../api/comparison.ts';
import {
  formatAmount,
  formatCount,
  formatPercent,
  formatShare,
  formatSigned,
} from '../../../i18n/formats.ts';

interface ComparisonRowProps {
  name: string;
  row: ComparedFigure;
  format: (value: number | null) => string;
  /** Of the columns; shown beside the figures where there is no room for columns. */
  headings: Record<'value' | 'other' | 'change' | 'changePercent', string>;
}

export function ComparisonRow({ name, row, format, headings }: ComparisonRowProps) {
  const { t } = useTranslation('compare');
  // Packs per month are seldom whole.
  const write = row.perMonth && format === formatCount ? formatAmount : format;
  const change = formatSigned(row.change, write);
  const isPercentage = format === formatPercent;
  return (
    <tr>
      <th scope="row">
        {name} {row.perMonth && <span className="comparison__per-month">{t('perMonth')}</span>}
      </th>
      <td data-heading={headings.value}>{write(row.value)}</td>
      <td data-heading={headings.other}>{write(row.other)}</td>
      <td data-heading={headings.change}>
        {isPercentage && row.change !== null
          ? t('points', { change: formatSigned(row.change, formatCount) })
          : change}
      </td>
      <td data-heading={headings.changePercent}>
        {row.changePercent === null ? '–' : formatSigned(row.changePercent, formatShare)}
      </td>
    </tr>
  );
}
