import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ScrollingTable } from '../../../components/tables/scrolling-table.tsx';
import { formatAmount, formatCount } from '../../../i18n/formats.ts';
import { exampleSteps } from './example-steps.ts';
import example from './worked-example.json' with { type: 'json' };

const names = { A: 'example.article.A', B: 'example.article.B', P: 'example.article.P' } as const;

/** A small statistic that can be followed with pencil and paper. */
export function WorkedExample({ provider }: { provider: string }) {
  const { t } = useTranslation('help');
  const id = useId();
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
