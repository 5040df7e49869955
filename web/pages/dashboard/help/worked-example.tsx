import type { ParseKeys } from 'i18next';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ScrollingTable } from '../../../components/tables/scrolling-table.tsx';
import { formatAmount, formatCount, formatPercent } from '../../../i18n/formats.ts';
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
