import type { ParseKeys } from 'i18next';
import type { SummaryRow } from '../../../api/views.ts';
import { formatAmount, formatCount, formatPercent } from '../../../i18n/formats.ts';
import type { DashboardPart } from '../../../page-list.ts';

/** A figure of the summary, by its wire name. */
export type FigureName = {
  [Name in keyof SummaryRow]: SummaryRow[Name] extends number | null ? Name : never;
}[keyof SummaryRow];

export const figureFormats = { chf: formatAmount, count: formatCount, percent: formatPercent };

interface FigureDetails {
  help?: ParseKeys<'figures'>;
  /** The total that it is a part of: drawn as a bar beside the figure. */
  partOf?: 'turnoverTotal' | 'totalQty';
  emphasis?: 'total' | 'provider';
  /** The page of the dashboard that lists what it counts, and what to choose there. */
  page?: DashboardPart;
  choices?: Record<string, readonly string[]>;
}

/** What the blocks show of figures beside label and value. */
export const figureDetails: Partial<Record<FigureName, FigureDetails>> = {
  turnoverTotal: { emphasis: 'total' },
  turnoverOriginal: { help: 'turnoverOriginal.text', partOf: 'turnoverTotal' },
  turnoverGenericum: { partOf: 'turnoverTotal' },
  turnoverOthers: { help: 'turnoverOthers.text', partOf: 'turnoverTotal' },
  turnoverProvider: { partOf: 'turnoverTotal', emphasis: 'provider' },
  potentialTotal: { partOf: 'turnoverTotal', emphasis: 'provider' },
  genericQuota: { help: 'genericQuota.text' },
  totalQty: { emphasis: 'total' },
  totalOriginalQty: { partOf: 'totalQty' },
  totalGenericQty: { partOf: 'totalQty' },
  totalOthersQty: { partOf: 'totalQty' },
  totalProviderQty: { partOf: 'totalQty', emphasis: 'provider' },
  packsWithoutPrice: {
    help: 'articlesWithoutPrice.text',
    partOf: 'totalQty',
    page: 'products',
    choices: { behind: ['without_price'] },
  },
  packsUnmatched: { partOf: 'totalQty', page: 'products', choices: { behind: ['unmatched'] } },
  genericPenetration: { help: 'genericPenetration.text' },
  numberOfArticles: { emphasis: 'total', page: 'products' },
  existingProviderProducts: {
    emphasis: 'provider',
    page: 'products',
    choices: { behind: ['provider'] },
  },
  totalManufacturer: { page: 'top_manufacturers' },
  totalMolecules: { page: 'molecules' },
  notDeliverable: { page: 'not_deliverable' },
  articlesWithoutPrice: {
    help: 'articlesWithoutPrice.text',
    page: 'products',
    choices: { behind: ['without_price'] },
  },
  articlesUnmatched: { page: 'products', choices: { behind: ['unmatched'] } },
};
