import { ArrowLeft } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formulas } from '#shared/formulas.ts';
import { isGrouping } from '#shared/groupings.ts';
import { portalQuery } from '../../../api/portal.ts';
import { Link } from '../../../components/navigation/link.tsx';
import { useDocumentTitle } from '../../../components/navigation/page-header.tsx';
import '../products/row-badges.css';
import { atcTypeTerms, choiceTerms, markTerms, optionTerms } from './glossary-terms.ts';
import './help-page.css';
import { WorkedExample } from './worked-example.tsx';

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
  'filters',
] as const;

/** How the figures are reckoned, and what their names mean. */
export function Component() {
  const { t } = useTranslation(['help', 'explain', 'groups', 'products', 'market', 'filters', 'lists']);
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
              <dt>{isGrouping(term) ? t(`groups:${term}.unit`) : t(`glossary.${term}`)}</dt>
              <dd>
                {isGrouping(term) ? t(`groups:${term}.count`) : t(`explain:formulas.${term}`, installation)}
              </dd>
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
              <dt>
                {t('groups:atc.title')}: {t(`lists:atc.types.${term}`, installation)}
              </dt>
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
