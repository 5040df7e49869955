import { Button, Classes } from '@blueprintjs/core';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Unit } from '#shared/formulas.ts';
import { type GroupingName, groupingNames, groupings } from '#shared/groupings.ts';
import { type ExplainedRows, type Explanation, explanationQuery } from '../../../api/explanation.ts';
import { PortalDialog } from '../../../components/dialogs/portal-dialog.tsx';
import { FailureNotice } from '../../../components/feedback/failure-notice.tsx';
import { useProvider } from '../../../components/hooks/use-provider.ts';
import { Link } from '../../../components/navigation/link.tsx';
import { useDashboardPath } from '../../../components/navigation/use-dashboard-path.ts';
import { ScrollingTable } from '../../../components/tables/scrolling-table.tsx';
import {
  formatAmount,
  formatCount,
  formatDate,
  formatPacks,
  formatPacksPerMonth,
  formatPercent,
} from '../../../i18n/formats.ts';
import { writtenFactor } from '../../market/why/fraction.ts';
import { shownSwitches, switchesQuery } from '../what-if/what-if-queries.ts';
import { articlesBehind } from './articles-behind.ts';
import type { DerivedFigure, WhyQuestion } from './why-button.tsx';
import './explain.css';

interface WhyDialogProps {
  directLinkId: string;
  question: WhyQuestion;
  /** What the page calls the figure. */
  label: string;
  onClose: () => void;
}

/** How a figure comes about, what it was made from, and the ways to the articles behind it. */
export default function WhyDialog({ directLinkId, question, label, onClose }: WhyDialogProps) {
  const { t } = useTranslation(['why', 'portal']);
  const parts = 'parts' in question ? question.parts : [{ label, question }];
  const answers = useQueries({ queries: parts.map((part) => explanationQuery(directLinkId, part.question)) });
  const failed = answers.find(({ isError }) => isError);
  const explanations = answers.flatMap(({ data }) => (data ? [data] : []));

  function answer() {
    if ('parts' in question) {
      return <DerivedAnswer {...{ directLinkId, explanations }} figure={question} />;
    }
    const { statistic = directLinkId } = question;
    return <FigureAnswer directLinkId={statistic} explanation={explanations[0]!} />;
  }
  return (
    <PortalDialog
      title={label}
      onClose={onClose}
      actions={<Button text={t('portal:action.close')} onClick={onClose} />}
    >
      {failed ? (
        <FailureNotice error={failed.error} onRetry={failed.refetch} />
      ) : explanations.length === parts.length ? (
        answer()
      ) : (
        <div className={Classes.SKELETON} style={{ height: 220 }} role="status">
          {t('loading')}
        </div>
      )}
    </PortalDialog>
  );
}

interface DerivedAnswerProps {
  directLinkId: string;
  figure: DerivedFigure;
  /** Of its parts, in their order. */
  explanations: readonly Explanation[];
}

/** How a figure comes about that the page reckons from others, and the explanation of each of these. */
function DerivedAnswer({ directLinkId, figure, explanations }: DerivedAnswerProps) {
  const { t } = useTranslation('why');
  return (
    <div className="why-dialog">
      <p className="why-dialog__value">{figure.value}</p>
      <h3>{t('formula')}</h3>
      <p>{figure.formula}</p>
      {figure.parts.map(({ label, question }, index) => {
        const explanation = explanations[index]!;
        return (
          <section key={label} aria-label={label}>
            <h3>{label}</h3>
            <p className="why-dialog__part">
              <FigureValue explanation={explanation} />
            </p>
            <p>{explanation.formula}</p>
            {explanation.rows.map((part) => (
              <Articles
                key={part.role}
                directLinkId={question.statistic ?? directLinkId}
                part={part}
                heading={part.role === 'value' ? undefined : t(`role.${part.role}`)}
                linkText={t('showOfPart', { part: label })}
              />
            ))}
          </section>
        );
      })}
      {figure.switched && <SwitchedArticles {...{ directLinkId }} {...figure.switched} />}
      <Sources explanations={explanations} />
    </div>
  );
}

interface SwitchedArticlesProps extends NonNullable<DerivedFigure['switched']> {
  directLinkId: string;
}

/** The articles whose switch makes a figure another one. */
function SwitchedArticles({ directLinkId, choice, unit, origin }: SwitchedArticlesProps) {
  const { t } = useTranslation('whatIf');
  const { provider } = useProvider();
  const { data, error, refetch } = useQuery(switchesQuery(directLinkId, choice, null));
  if (error) return <FailureNotice error={error} onRetry={refetch} />;
  const rows = data?.filter((row) => !origin || row.origin === origin || row.alternativeOrigin === origin);
  const shown = rows?.slice(0, shownSwitches) ?? [];
  return (
    <section aria-label={t('why.rows')}>
      <h3>{t('why.rows')}</h3>
      {rows?.length === 0 && <p className="nothing">{t('why.none')}</p>}
      {rows && rows.length > shown.length && (
        <p>{t('switches.first', { shown: formatCount(shown.length), total: formatCount(rows.length) })}</p>
      )}
      {shown.length > 0 && (
        <ScrollingTable label={t('why.rows')}>
          <thead>
            <tr>
              <th scope="col">{t('switches.product')}</th>
              <th scope="col">{unit === 'CHF' ? t('why.replaced') : t('switches.packs1')}</th>
              <th scope="col">
                {unit === 'CHF' ? t('switches.potential') : t('switches.packs2', { provider })}
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={row.article}>
                <th scope="row">
                  {row.productName ?? row.article}
                  <br />→ {row.alternativeProductName}
                </th>
                <td>{unit === 'CHF' ? formatAmount(row.turnoverReplaced) : formatPacks(row.packs1)}</td>
                <td>{unit === 'CHF' ? formatAmount(row.turnoverPotential) : formatPacks(row.packs2)}</td>
              </tr>
            ))}
          </tbody>
        </ScrollingTable>
      )}
    </section>
  );
}

interface FigureAnswerProps {
  directLinkId: string;
  explanation: Explanation;
}

/** The explanation of one figure. */
function FigureAnswer({ directLinkId, explanation }: FigureAnswerProps) {
  const { t } = useTranslation('why');
  return (
    <div className="why-dialog">
      <p className="why-dialog__value">
        <FigureValue explanation={explanation} />
      </p>
      <h3>{t('formula')}</h3>
      <p>{explanation.formula}</p>
      <OwnNumbers explanation={explanation} />
      <h3>{t('articles')}</h3>
      {explanation.rows.map((part) => (
        <Articles
          key={part.role}
          directLinkId={directLinkId}
          part={part}
          heading={part.role === 'value' ? undefined : t(`role.${part.role}`)}
          linkText={part.role === 'value' ? t('show') : t(`showOf.${part.role}`)}
        />
      ))}
      <Sources explanations={[explanation]} />
    </div>
  );
}

/** How the numbers of one article give its sum: "12 packs × 15/14 × CHF 10.45 = CHF 134.36"; or why they don't. */
function OwnNumbers({ explanation: { value, rows } }: { explanation: Explanation }) {
  const { t } = useTranslation(['why', 'marketWhy', 'portal']);
  const [part] = rows;
  if (!part?.article || rows.length > 1) return null;
  const { packs, packFactor, price } = part.article;
  const months = part.reckoning.kind === 'sum' ? part.reckoning.months : undefined;
  return <p className="why-dialog__part">{written()}</p>;

  function written(): string {
    if (packFactor === null) return t('marketWhy:noAlternative');
    if (price === null) return t('marketWhy:noPrice');
    const factors = [
      t('portal:packs', { count: packs }),
      ...(packFactor === undefined ? [] : [writtenFactor(packFactor)]),
      `CHF ${formatAmount(price)}`,
    ];
    const divided = months === undefined ? '' : ` ÷ ${t('why:months', { count: months })}`;
    return `${factors.join(' × ')}${divided} = CHF ${formatAmount(value)}`;
  }
}

interface ArticlesProps {
  directLinkId: string;
  part: ExplainedRows;
  heading: string | undefined;
  linkText: string;
}

/** Which articles stand behind a figure, and the way to them. */
function Articles({ directLinkId, part, heading, linkText }: ArticlesProps) {
  const { t } = useTranslation('why');
  const pathOf = useDashboardPath(directLinkId);
  const { conditions } = part;
  return (
    <div className="why-dialog__articles">
      {heading && <p className="why-dialog__role">{heading}</p>}
      {conditions.length === 0 ? (
        <p>{t('allArticles')}</p>
      ) : (
        <ul>
          {conditions.map((condition) => (
            <li key={condition}>{condition}</li>
          ))}
        </ul>
      )}
      <Link to={pathOf('products', articlesBehind(part))} replace>
        {linkText}
      </Link>
    </div>
  );
}

/** What figures were made from: prices, stock-outs, and the queries in their versions. */
function Sources({ explanations }: { explanations: readonly Explanation[] }) {
  const { t } = useTranslation('why');
  const [first] = explanations;
  if (!first) return null;
  const { catalogue, stockouts } = first;
  const queries = new Set(explanations.map(({ sql }) => t('sqlFile', sql)));
  return (
    <>
      <h3>{t('source')}</h3>
      <dl className="facts">
        <dt>{t('prices')}</dt>
        <dd>{t('ofRevision', { date: formatDate(catalogue.priceDate), revision: catalogue.revision })}</dd>
        <dt>{t('stockouts')}</dt>
        <dd>
          {stockouts.date === null
            ? '–'
            : t('ofStockouts', { date: formatDate(stockouts.date), revision: stockouts.revision })}
        </dd>
      </dl>
      <details className="why-dialog__details">
        <summary>{t('details')}</summary>
        <dl className="facts">
          <dt>{t('sql')}</dt>
          {[...queries].map((query) => (
            <dd key={query}>{query}</dd>
          ))}
        </dl>
      </details>
    </>
  );
}

/** A figure with its unit. */
function FigureValue({ explanation: { value, unit } }: { explanation: Explanation }) {
  const { t } = useTranslation(['why', 'groups']);
  return (
    <>
      {formatOf(unit)(value)} {unit !== 'percent' && <span>{t(unitTexts[unit], { count: value ?? 0 })}</span>}
    </>
  );
}

const unitTexts: Record<Exclude<Unit, 'percent'>, ParseKeys<['why', 'groups']>> = {
  CHF: 'unit.CHF',
  packs: 'unit.packs',
  articles: 'unit.articles',
  sets: 'unit.sets',
  'CHF per pack': 'unit.CHF_per_pack',
  'CHF per month': 'unit.CHF_per_month',
  'packs per month': 'unit.packs_per_month',
  factor: 'unit.factor',
  ...(Object.fromEntries(groupingNames.map((name) => [groupings[name].unit, `groups:${name}.unit`])) as {
    [Name in GroupingName as (typeof groupings)[Name]['unit']]: `groups:${Name}.unit`;
  }),
};

/** As pages write it: what a cart could have, and packs per month, need not be whole. */
function formatOf(unit: Unit): (value: number | null) => string {
  if (unit === 'percent') return formatPercent;
  if (unit === 'packs') return (value) => (value === null ? formatCount(value) : formatPacks(value));
  if (unit === 'packs per month') return formatPacksPerMonth;
  return unit.startsWith('CHF') || unit === 'factor' ? formatAmount : formatCount;
}
