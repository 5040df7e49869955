import { ArrowLeft } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import type { ParseKeys } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formulas } from '#shared/formulas.ts';
import { isGrouping } from '#shared/groupings.ts';
import { portalQuery } from '../../../api/portal.ts';
import { Link } from '../../../components/navigation/link.tsx';
import { useDocumentTitle } from '../../../components/navigation/page-header.tsx';
import { ScrollingTable } from '../../../components/tables/scrolling-table.tsx';
import { formatAmount, formatCount, formatPercent } from '../../../i18n/formats.ts';
import { labelled } from '../../../i18n/labelled.ts';
import { atcTypeTerms, choiceTerms, fileTerms, markTerms, optionTerms } from './glossary-terms.ts';
import example from './worked-example.json' with { type: 'json' };
import '../products/row-badges.css';
import './help-page.css';

const names = { A: 'example.article.A', B: 'example.article.B', P: 'example.article.P' } as const;

type ExampleArticle = (typeof example.articles)[number];

/** A step of the worked example: its name, and the reckoning with the figures put in. */
interface ExampleStep {
  name: ParseKeys<'help'>;
  reckoning: string;
}

const { summary } = example;
const [a, b, p] = example.articles as [ExampleArticle, ExampleArticle, ExampleArticle];
const chf = (value: number | null) => `${formatAmount(value)} CHF`;

/** Nothing is reckoned here: the figures are written down, and a test holds them to what the views give. */
const exampleSteps: readonly ExampleStep[] = [
  {
    name: 'example.step.packs',
    reckoning: `${formatCount(a.bought)} − ${formatCount(a.returned)} = ${formatCount(a.packs)}`,
  },
  {
    name: 'example.step.turnover',
    reckoning: `${formatCount(a.packs)} × ${formatAmount(a.exFactoryPrice)} = ${chf(a.exFactorySum)}`,
  },
  {
    name: 'example.step.public',
    reckoning: `${formatCount(a.packs)} × ${formatAmount(a.publicPrice)} = ${chf(a.publicSum)}`,
  },
  {
    name: 'example.step.packFactor',
    reckoning: `${formatCount(a.packSize)} ÷ ${formatCount(p.packSize)} = ${formatCount(a.packFactor)}`,
  },
  {
    name: 'example.step.potentialA',
    reckoning: `${formatCount(a.packs)} × ${formatCount(a.packFactor)} × ${formatAmount(p.exFactoryPrice)} = ${chf(a.potential)}`,
  },
  {
    name: 'example.step.potentialB',
    reckoning: `${formatCount(b.packs)} × ${formatCount(b.packSize)} ÷ ${formatCount(p.packSize)} × ${formatAmount(p.exFactoryPrice)} ≈ ${chf(b.potential)}`,
  },
  {
    name: 'example.step.potential',
    reckoning: `${formatAmount(a.potential)} + ${formatAmount(b.potential)} = ${chf(summary.potentialTotal)}`,
  },
  {
    name: 'example.step.genericQuota',
    reckoning: `${formatAmount(summary.turnoverGenericum)} ÷ ${formatAmount(summary.turnoverTotal)} ≈ ${formatPercent(summary.genericQuota)}`,
  },
  {
    name: 'example.step.genericPenetration',
    reckoning: `${formatCount(summary.totalGenericQty)} ÷ (${formatCount(summary.totalGenericQty)} + ${formatCount(summary.totalOriginalQty)}) ≈ ${formatPercent(summary.genericPenetration)}`,
  },
  {
    name: 'example.step.others',
    reckoning: `${formatCount(summary.totalQty)} − ${formatCount(summary.totalOriginalQty)} − ${formatCount(summary.totalGenericQty)} = ${formatCount(summary.totalOthersQty)}`,
  },
];

const basis = [
  'source',
  'match',
  'prices',
  'origin',
  'alternative',
  'potential',
  'duplicates',
  'stockout',
  'market',
  'whatIf',
  'filters',
] as const;

const visitSteps = ['upload', 'look', 'offer'] as const;

/** The way to a visit, how the figures are reckoned, and what their names mean. */
export function Component() {
  const { t } = useTranslation([
    'help',
    'explain',
    'groups',
    'products',
    'market',
    'filters',
    'lists',
    'preview',
    'members',
    'pack',
  ]);
  const { data: portal } = useQuery(portalQuery);
  useDocumentTitle(t('title'));
  const installation = {
    provider: portal?.providerName ?? '',
    days: portal?.newStockoutDays,
    rate: portal?.deductibleRate,
  };
  const markName = (term: (typeof markTerms)[number]): ReactNode => {
    if (term === 'deliverable') return t('market:deliverable');
    if (term === 'sources') return t('market:duration.sources', { count: 2 });
    return (
      <>
        <span className="row-badge" data-badge={term}>
          {t(`products:badge.${term}.short`, installation)}
        </span>{' '}
        {t(`products:badge.${term}.title`, installation)}
      </>
    );
  };
  return (
    <article className="help">
      <BackLink text={t('back')} />
      <h1>{t('title')}</h1>
      <nav aria-label={t('contents')}>
        <ul className="row gap-4 row--top plain-list help__contents">
          {(['steps', 'basis', 'example', 'glossary'] as const).map((part) => (
            <li key={part}>
              <a href={`#help-${part}`}>{t(`${part}.title`)}</a>
            </li>
          ))}
        </ul>
      </nav>
      <section aria-labelledby="help-steps">
        <h2 id="help-steps">{t('steps.title')}</h2>
        <ol className="help__steps">
          {visitSteps.map((step) => (
            <li key={step}>
              <b>{t(`steps.${step}.title`)}</b>
              <p>{t(`steps.${step}.text`)}</p>
            </li>
          ))}
        </ol>
        <p>{t('steps.today', installation)}</p>
      </section>
      <section aria-labelledby="help-basis">
        <h2 id="help-basis">{t('basis.title')}</h2>
        {basis.map((name) => (
          <section key={name}>
            <h3>{t(`basis.${name}.title`)}</h3>
            <p>{t(`basis.${name}.text`, installation)}</p>
          </section>
        ))}
      </section>
      <WorkedExample provider={installation.provider} />
      <section aria-labelledby="help-glossary">
        <h2 id="help-glossary">{t('glossary.title')}</h2>
        <h3>{t('glossary.figures')}</h3>
        <dl className="help__glossary">
          {formulas.map((term) => (
            <div key={term}>
              <dt>{isGrouping(term) ? t(`groups:${term}.title`) : t(`glossary.${term}`)}</dt>
              <dd>
                {isGrouping(term) ? t(`groups:${term}.count`) : t(`explain:formulas.${term}`, installation)}
              </dd>
            </div>
          ))}
        </dl>
        <h3>{t('glossary.files')}</h3>
        <dl className="help__glossary">
          {(Object.keys(fileTerms) as (keyof typeof fileTerms)[]).map((term) => (
            <div key={term}>
              <dt>{t(fileTerms[term])}</dt>
              <dd>{t(`files.${term}`)}</dd>
            </div>
          ))}
        </dl>
        <h3>{t('glossary.marks')}</h3>
        <dl className="help__glossary">
          {markTerms.map((term) => (
            <div key={term}>
              <dt>{markName(term)}</dt>
              <dd>{t(`marks.${term}`, installation)}</dd>
            </div>
          ))}
        </dl>
        <h3>{t('glossary.filters')}</h3>
        <dl className="help__glossary">
          {optionTerms.map((term) => (
            <div key={term}>
              <dt>{t(`filters:option.${term}`, installation)}</dt>
              <dd>{t(`options.${term}`, installation)}</dd>
            </div>
          ))}
          {choiceTerms.map((term) => (
            <div key={term}>
              <dt>{t(`groups:${term}.filter`)}</dt>
              <dd>{t(`choices.${term === 'focusGroup' ? term : 'grouping'}`)}</dd>
            </div>
          ))}
          {atcTypeTerms.map((term) => (
            <div key={term}>
              <dt>{labelled(t('groups:atc.title'), t(`lists:atc.types.${term}`, installation))}</dt>
              <dd>{t(`atcTypes.${term}`, installation)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </article>
  );
}

/** Back to where the reader came from; home when the page was opened by its address. */
function BackLink({ text }: { text: string }) {
  const cameFromHere = (history.state as { idx?: number } | null)?.idx;
  return (
    <Link
      className="help__back"
      to="/"
      onClick={(event) => {
        if (!cameFromHere) return;
        event.preventDefault();
        history.back();
      }}
    >
      <ArrowLeft /> {text}
    </Link>
  );
}

/** A small statistic that can be followed with pencil and paper. */
function WorkedExample({ provider }: { provider: string }) {
  const { t } = useTranslation('help');
  const id = 'help-example';
  const nameOf = (name: string) => t(names[name as keyof typeof names] ?? 'example.article.V', { provider });
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t('example.title')}</h2>
      <p className="help__example">{t('example.text', { provider })}</p>
      <ScrollingTable label={t('example.table')}>
        <thead>
          <tr>
            <th scope="col">{t('example.column.article')}</th>
            <th scope="col">{t('example.column.packs')}</th>
            <th scope="col">{t('example.column.exFactoryPrice')}</th>
            <th scope="col">{t('example.column.turnover')}</th>
            <th scope="col">{t('example.column.potential')}</th>
          </tr>
        </thead>
        <tbody>
          {example.articles.map((article) => (
            <tr key={article.name}>
              <th scope="row">{nameOf(article.name)}</th>
              <td>{formatCount(article.packs)}</td>
              <td>{formatAmount(article.exFactoryPrice)}</td>
              <td>{formatAmount(article.exFactorySum)}</td>
              <td>{formatAmount(article.potential)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('example.total')}</th>
            <td>{formatCount(example.summary.totalQty)}</td>
            <td />
            <td>{formatAmount(example.summary.turnoverTotal)}</td>
            <td>{formatAmount(example.summary.potentialTotal)}</td>
          </tr>
        </tfoot>
      </ScrollingTable>
      <dl className="help__glossary">
        {exampleSteps.map(({ name, reckoning }) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd className="help__reckoning">{reckoning}</dd>
          </div>
        ))}
        <div>
          <dt>{t('example.step.duplicates')}</dt>
          <dd>{t('example.duplicates', { sets: formatCount(example.summary.duplicateProducts3) })}</dd>
        </div>
      </dl>
    </section>
  );
}
