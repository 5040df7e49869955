import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { SummaryRow } from '../../../api/views.ts';
import { Explanation } from '../../../components/explanation.tsx';
import { Skeleton } from '../../../components/skeleton.tsx';
import { formatCount } from '../../../i18n/formats.ts';

interface PortfolioRow {
  label: ParseKeys<'dashboard'>;
  explanation?: ParseKeys<'dashboard'>;
  level: 0 | 1 | 2;
  value: (summary: SummaryRow) => number;
}

const rows: readonly PortfolioRow[] = [
  {
    label: 'portfolio.alternatives',
    explanation: 'portfolio.alternativesText',
    level: 0,
    value: (s) => s.alternativeProvider,
  },
  { label: 'portfolio.generics', level: 1, value: (s) => s.gxAlternativeProvider },
  { label: 'portfolio.originals', level: 1, value: (s) => s.oxProvider },
  { label: 'portfolio.originalsWithDeductible', level: 2, value: (s) => s.oxProviderWith20Percent },
  {
    label: 'portfolio.duplicates',
    explanation: 'portfolio.duplicatesText',
    level: 0,
    value: (s) => s.duplicateProducts2 + s.duplicateProducts3 + s.duplicateProducts4,
  },
  { label: 'portfolio.duplicates2', level: 1, value: (s) => s.duplicateProducts2 },
  { label: 'portfolio.duplicates3', level: 1, value: (s) => s.duplicateProducts3 },
  { label: 'portfolio.duplicates4', level: 1, value: (s) => s.duplicateProducts4 },
];

interface PortfolioTableProps {
  summary: SummaryRow | undefined;
  provider: string;
  /** Percent. */
  deductibleRate: number | undefined;
}

export function PortfolioTable({ summary, provider, deductibleRate }: PortfolioTableProps) {
  const { t } = useTranslation('dashboard');
  return (
    <table className="figure-table portfolio" aria-label={t('portfolio.title')}>
      <thead>
        <tr>
          <th scope="col">{t('portfolio.figure')}</th>
          <th scope="col">{t('portfolio.articles')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, explanation, level, value }) => (
          <tr key={label} data-level={level}>
            <th scope="row">
              {t(label, { provider, rate: deductibleRate })}
              {explanation && <Explanation text={t(explanation, { provider })} />}
            </th>
            <td>
              <Skeleton width={4}>{summary && formatCount(value(summary))}</Skeleton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
