import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import { duplicateProductsTotals } from '#analytics/views/duplicate-products.ts';
import type { FigureQuestion } from '../../../api/explanation.ts';
import type { SummaryRow } from '../../../api/views.ts';
import { HelpTip } from '../../../components/dialogs/help-tip.tsx';
import { Skeleton } from '../../../components/feedback/skeleton.tsx';
import { Link } from '../../../components/navigation/link.tsx';
import { useDashboardPath } from '../../../components/navigation/use-dashboard-path.ts';
import { formatCount } from '../../../i18n/formats.ts';
import type { DashboardPart } from '../../../page-list.ts';
import { WhyButton } from '../explain/why-button.tsx';
import type { FigureName } from './key-figures.ts';

interface PortfolioRow {
  label: ParseKeys<['dashboard', 'figures']>;
  help?: ParseKeys<['dashboard', 'figures']>;
  level: 0 | 1 | 2;
  /** The figures that it adds up, by wire name. */
  figures: readonly [FigureName, ...FigureName[]];
  /** The figure that explains their sum, which is the same; a single figure explains itself. */
  explainedBy?: FigureQuestion;
  /** The page of the dashboard that lists what it counts, and what to choose there. */
  page: DashboardPart;
  choices?: Record<string, readonly string[]>;
}

const rows: readonly PortfolioRow[] = [
  {
    label: 'figures:alternativeProvider.label',
    help: 'figures:alternativeProvider.text',
    level: 0,
    figures: ['alternativeProvider'],
    page: 'products',
    choices: { general: ['match'] },
  },
  {
    label: 'figures:gxAlternativeProvider.label',
    level: 1,
    figures: ['gxAlternativeProvider'],
    page: 'products',
    choices: { general: ['match'], type: ['generika'] },
  },
  {
    label: 'figures:oxProvider.label',
    level: 1,
    figures: ['oxProvider'],
    page: 'products',
    choices: { general: ['match'], type: ['original'] },
  },
  {
    label: 'figures:oxProviderWith20Percent.label',
    level: 2,
    figures: ['oxProviderWith20Percent'],
    page: 'products',
    choices: { general: ['match', 'sb20'], type: ['original'] },
  },
  {
    label: 'portfolio.duplicates',
    help: 'portfolio.duplicatesText',
    level: 0,
    figures: ['duplicateProducts2', 'duplicateProducts3', 'duplicateProducts4'],
    explainedBy: { view: duplicateProductsTotals.name, figure: 'sets' },
    page: 'duplicate_products',
  },
  {
    label: 'figures:duplicateProducts2.label',
    level: 1,
    figures: ['duplicateProducts2'],
    page: 'products',
    choices: { behind: ['duplicates_2'] },
  },
  {
    label: 'figures:duplicateProducts3.label',
    level: 1,
    figures: ['duplicateProducts3'],
    page: 'products',
    choices: { behind: ['duplicates_3'] },
  },
  {
    label: 'figures:duplicateProducts4.label',
    level: 1,
    figures: ['duplicateProducts4'],
    page: 'products',
    choices: { behind: ['duplicates_4'] },
  },
];

interface PortfolioTableProps {
  directLinkId: string;
  summary: SummaryRow | undefined;
  provider: string;
  /** Percent. */
  deductibleRate: number | undefined;
}

export function PortfolioTable({ directLinkId, summary, provider, deductibleRate }: PortfolioTableProps) {
  const { t } = useTranslation(['dashboard', 'figures']);
  const pathOf = useDashboardPath(directLinkId);
  return (
    <table className="figure-table portfolio" aria-label={t('block.portfolio')}>
      <thead>
        <tr>
          <th scope="col">{t('portfolio.figure')}</th>
          <th scope="col">{t('portfolio.articles')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, help, level, figures, explainedBy, page, choices }) => (
          <tr key={label} data-level={level}>
            <th scope="row">
              <Link to={pathOf(page, choices)}>{t(label, { provider, rate: deductibleRate })}</Link>
              {help && <HelpTip text={t(help, { provider })} />}
            </th>
            <td>
              <Skeleton width={4}>
                {summary && (
                  <PortfolioFigure
                    summary={summary}
                    figures={figures}
                    question={explainedBy ?? { view: 'summary', figure: figures[0] }}
                    label={t(label, { provider, rate: deductibleRate })}
                  />
                )}
              </Skeleton>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface PortfolioFigureProps {
  summary: SummaryRow;
  figures: readonly [FigureName, ...FigureName[]];
  question: FigureQuestion;
  label: string;
}

function PortfolioFigure({ summary, figures, question, label }: PortfolioFigureProps) {
  return (
    <WhyButton question={question} label={label}>
      {formatCount(figures.reduce((sum, name) => sum + (summary[name] ?? 0), 0))}
    </WhyButton>
  );
}
