import { useTranslation } from 'react-i18next';
import type { Explanation } from '../../../api/explanation.ts';
import { formatDate } from '../../../i18n/formats.ts';

/** What figures were made from: prices, stock-outs, and the queries in their versions. */
export function Sources({ explanations }: { explanations: readonly Explanation[] }) {
  const { t } = useTranslation('why');
  const [first] = explanations;
  if (!first) return null;
  const { catalogue, stockouts } = first;
  const queries = new Set(explanations.map(({ sql }) => t('sqlFile', sql)));
  return (
    <>
      <h3>{t('source')}</h3>
      <dl className="why-dialog__sources">
        <dt>{t('prices')}</dt>
        <dd>{t('ofRevision', { date: formatDate(catalogue.priceDate), revision: catalogue.revision })}</dd>
        <dt>{t('stockouts')}</dt>
        <dd>
          {stockouts.date === null
            ? '–'
            : t('ofRevision', { date: formatDate(stockouts.date), revision: stockouts.revision })}
        </dd>
      </dl>
      <details className="why-dialog__details">
        <summary>{t('details')}</summary>
        <dl className="why-dialog__sources">
          <dt>{t('sql')}</dt>
          {[...queries].map((query) => (
            <dd key={query}>{query}</dd>
          ))}
        </dl>
      </details>
    </>
  );
}
