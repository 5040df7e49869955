import type { ParseKeys } from 'i18next';
import type { SummaryRow } from '../../../api/views.ts';
import { formatAmount, formatCount, formatPercent } from '../../../i18n/formats.ts';
import type { DashboardPart } from '../../../page-list.ts';

type Text = ParseKeys<'dashboard'>;

/** A figure of the summary, by its wire name. */
export type FigureName = {
  [Name in keyof SummaryRow]: SummaryRow[Name] extends number | null ? Name : never;
}[keyof SummaryRow];

export interface KeyFigure {
  label: Text;
  help?: Text;
  /** Which figure of the summary. */
  figure: FigureName;
  format: (value: number | null) => string;
  /** Part of the block's total, 0 to 1: drawn as a bar beside the figure. */
  part?: (summary: SummaryRow) => number;
  emphasis?: 'total' | 'provider';
  /** The page of the dashboard that lists what it counts, and what to choose there. */
  page?: DashboardPart;
  choices?: Record<string, readonly string[]>;
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
      { label: 'turnover.total', figure: 'turnoverTotal', format: formatAmount, emphasis: 'total' },
      {
        label: 'turnover.original',
        help: 'turnover.originalText',
        figure: 'turnoverOriginal',
        format: formatAmount,
        part: (s) => s.turnoverOriginal / s.turnoverTotal,
      },
      {
        label: 'turnover.generic',
        figure: 'turnoverGenericum',
        format: formatAmount,
        part: (s) => s.turnoverGenericum / s.turnoverTotal,
      },
      {
        label: 'turnover.others',
        help: 'turnover.othersText',
        figure: 'turnoverOthers',
        format: formatAmount,
        part: (s) => s.turnoverOthers / s.turnoverTotal,
      },
      {
        label: 'turnover.provider',
        figure: 'turnoverProvider',
        format: formatAmount,
        part: (s) => s.turnoverProvider / s.turnoverTotal,
        emphasis: 'provider',
      },
      {
        label: 'turnover.potential',
        figure: 'potentialTotal',
        format: formatAmount,
        part: (s) => s.potentialTotal / s.turnoverTotal,
        emphasis: 'provider',
      },
      {
        label: 'turnover.quota',
        help: 'turnover.quotaText',
        figure: 'genericQuota',
        format: formatPercent,
      },
    ],
  },
  {
    name: 'quantity',
    title: 'block.quantity',
    unit: 'block.quantityUnit',
    openByDefault: false,
    figures: [
      { label: 'quantity.total', figure: 'totalQty', format: formatCount, emphasis: 'total' },
      {
        label: 'quantity.original',
        figure: 'totalOriginalQty',
        format: formatCount,
        part: (s) => s.totalOriginalQty / s.totalQty,
      },
      {
        label: 'quantity.generic',
        figure: 'totalGenericQty',
        format: formatCount,
        part: (s) => s.totalGenericQty / s.totalQty,
      },
      {
        label: 'quantity.others',
        figure: 'totalOthersQty',
        format: formatCount,
        part: (s) => s.totalOthersQty / s.totalQty,
      },
      {
        label: 'quantity.provider',
        figure: 'totalProviderQty',
        format: formatCount,
        part: (s) => s.totalProviderQty / s.totalQty,
        emphasis: 'provider',
      },
      {
        label: 'quantity.withoutPrice',
        help: 'count.withoutPriceText',
        figure: 'packsWithoutPrice',
        format: formatCount,
        part: (s) => s.packsWithoutPrice / s.totalQty,
        page: 'products',
        choices: { behind: ['without_price'] },
      },
      {
        label: 'quantity.unmatched',
        figure: 'packsUnmatched',
        format: formatCount,
        part: (s) => s.packsUnmatched / s.totalQty,
        page: 'products',
        choices: { behind: ['unmatched'] },
      },
      {
        label: 'quantity.penetration',
        help: 'quantity.penetrationText',
        figure: 'genericPenetration',
        format: formatPercent,
      },
    ],
  },
  {
    name: 'count',
    title: 'block.count',
    unit: 'block.countUnit',
    openByDefault: false,
    figures: [
      {
        label: 'count.articles',
        figure: 'numberOfArticles',
        format: formatCount,
        emphasis: 'total',
        page: 'products',
      },
      {
        label: 'count.providerProducts',
        figure: 'existingProviderProducts',
        format: formatCount,
        emphasis: 'provider',
        page: 'products',
        choices: { behind: ['provider'] },
      },
      {
        label: 'count.manufacturers',
        figure: 'totalManufacturer',
        format: formatCount,
        page: 'top_manufacturers',
      },
      { label: 'count.molecules', figure: 'totalMolecules', format: formatCount, page: 'molecules' },
      {
        label: 'count.notDeliverable',
        figure: 'notDeliverable',
        format: formatCount,
        page: 'not_deliverable',
      },
      {
        label: 'count.withoutPrice',
        help: 'count.withoutPriceText',
        figure: 'articlesWithoutPrice',
        format: formatCount,
        page: 'products',
        choices: { behind: ['without_price'] },
      },
      {
        label: 'count.unmatched',
        figure: 'articlesUnmatched',
        format: formatCount,
        page: 'products',
        choices: { behind: ['unmatched'] },
      },
    ],
  },
];
