import type { ParseKeys } from 'i18next';
import { formatAmount, formatCount, formatPercent } from '../../../i18n/formats.ts';
import example from './worked-example.json' with { type: 'json' };

export type ExampleArticle = (typeof example.articles)[number];

/** A step of the worked example: its name, and the reckoning with the figures put in. */
export interface ExampleStep {
  name: ParseKeys<'help'>;
  reckoning: string;
}

const { summary } = example;
const [a, b, p] = example.articles as [ExampleArticle, ExampleArticle, ExampleArticle];
const chf = (value: number | null) => `${formatAmount(value)} CHF`;

/** Nothing is reckoned here: the figures are written down, and a test holds them to what the views give. */
export const exampleSteps: readonly ExampleStep[] = [
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
