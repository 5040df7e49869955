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
}

export function ComparisonRow({ name, row, format }: ComparisonRowProps) {
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
      <td>{write(row.value)}</td>
      <td>{write(row.other)}</td>
      <td>
        {isPercentage && row.change !== null
          ? t('points', { change: formatSigned(row.change, formatCount) })
          : change}
      </td>
      <td>{row.changePercent === null ? '–' : formatSigned(row.changePercent, formatShare)}</td>
    </tr>
  );
}
