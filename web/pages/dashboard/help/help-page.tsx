import { ArrowLeft } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isGrouping } from '#analytics/views/groupings.ts';
import { formulas } from '#analytics/views/words.ts';
import { portalQuery } from '../../../api/portal.ts';
import { Link } from '../../../components/link.tsx';
import { useDocumentTitle } from '../../../components/use-document-title.ts';
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
  const { t } = useTranslation(['help', 'explain', 'groups']);
  const { data: portal } = useQuery(portalQuery);
  useDocumentTitle(t('title'));
  const installation = { provider: portal?.providerName ?? '', days: portal?.newStockoutDays };
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
