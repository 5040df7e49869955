import type { ParseKeys } from 'i18next';
import type { SummaryRow } from '../../../api/views.ts';
import { formatAmount, formatCount, formatPercent } from '../../../i18n/formats.ts';

type Text = ParseKeys<'dashboard'>;

export interface KeyFigure {
  label: Text;
  explanation?: Text;
  value: (summary: SummaryRow) => string;
  /** Part of the block's total, 0 to 1: drawn as a bar beside the figure. */
  part?: (summary: SummaryRow) => number;
  emphasis?: 'total' | 'provider';
}

export type BlockName = 'turnover' | 'quantity' | 'count';

export interface KeyFigureBlock {
  name: BlockName;
  title: Text;
  unit: Text;
  openByDefault: boolean;
  /** The first figure is shown in the heading too, where it is seen while the block is closed. */
  figures: readonly [KeyFigure, ...KeyFigure[]];
}

export const keyFigureBlocks: readonly KeyFigureBlock[] = [
  {
    name: 'turnover',
    title: 'block.turnover',
    unit: 'block.turnoverUnit',
    openByDefault: true,
    figures: [
      { label: 'turnover.total', value: (s) => formatAmount(s.turnoverTotal), emphasis: 'total' },
      {
        label: 'turnover.original',
        explanation: 'turnover.originalText',
        value: (s) => formatAmount(s.turnoverOriginal),
        part: (s) => s.turnoverOriginal / s.turnoverTotal,
      },
      {
        label: 'turnover.generic',
        value: (s) => formatAmount(s.turnoverGenericum),
        part: (s) => s.turnoverGenericum / s.turnoverTotal,
      },
      {
        label: 'turnover.others',
        explanation: 'turnover.othersText',
        value: (s) => formatAmount(s.turnoverOthers),
        part: (s) => s.turnoverOthers / s.turnoverTotal,
      },
      {
        label: 'turnover.provider',
        value: (s) => formatAmount(s.turnoverProvider),
        part: (s) => s.turnoverProvider / s.turnoverTotal,
        emphasis: 'provider',
      },
      {
        label: 'turnover.potential',
        value: (s) => formatAmount(s.potentialTotal),
        part: (s) => s.potentialTotal / s.turnoverTotal,
        emphasis: 'provider',
      },
      {
        label: 'turnover.quota',
        explanation: 'turnover.quotaText',
        value: (s) => formatPercent(s.genericQuota),
      },
    ],
  },
  {
    name: 'quantity',
    title: 'block.quantity',
    unit: 'block.quantityUnit',
    openByDefault: false,
    figures: [
      { label: 'quantity.total', value: (s) => formatCount(s.totalQty), emphasis: 'total' },
      {
        label: 'quantity.original',
        value: (s) => formatCount(s.totalOriginalQty),
        part: (s) => s.totalOriginalQty / s.totalQty,
      },
      {
        label: 'quantity.generic',
        value: (s) => formatCount(s.totalGenericQty),
        part: (s) => s.totalGenericQty / s.totalQty,
      },
      {
        label: 'quantity.others',
        value: (s) => formatCount(s.totalOthersQty),
        part: (s) => s.totalOthersQty / s.totalQty,
      },
      {
        label: 'quantity.provider',
        value: (s) => formatCount(s.totalProviderQty),
        part: (s) => s.totalProviderQty / s.totalQty,
        emphasis: 'provider',
      },
      {
        label: 'quantity.penetration',
        explanation: 'quantity.penetrationText',
        value: (s) => formatPercent(s.genericPenetration),
      },
    ],
  },
  {
    name: 'count',
    title: 'block.count',
    unit: 'block.countUnit',
    openByDefault: false,
    figures: [
      { label: 'count.articles', value: (s) => formatCount(s.numberOfArticles), emphasis: 'total' },
      {
        label: 'count.providerProducts',
        value: (s) => formatCount(s.existingProviderProducts),
        emphasis: 'provider',
      },
      { label: 'count.manufacturers', value: (s) => formatCount(s.totalManufacturer) },
      { label: 'count.molecules', value: (s) => formatCount(s.totalMolecules) },
    ],
  },
];
