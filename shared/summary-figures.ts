type FigureFormat = 'chf' | 'count' | 'percent';
type FigureBlock = { name: string; figures: readonly (readonly [name: string, format: FigureFormat])[] };

/**
 * The key figures of the summary by their wire names: blocks of the overview, in their order. Their labels are in
 * `translations/{language}/figures.json`: `label` below the block's title, `alone` in the workbook.
 */
export const keyFigureBlocks = [
  {
    name: 'turnover',
    figures: [
      ['turnoverTotal', 'chf'],
      ['turnoverOriginal', 'chf'],
      ['turnoverGenericum', 'chf'],
      ['turnoverOthers', 'chf'],
      ['turnoverProvider', 'chf'],
      ['potentialTotal', 'chf'],
      ['genericQuota', 'percent'],
    ],
  },
  {
    name: 'quantity',
    figures: [
      ['totalQty', 'count'],
      ['totalOriginalQty', 'count'],
      ['totalGenericQty', 'count'],
      ['totalOthersQty', 'count'],
      ['totalProviderQty', 'count'],
      ['packsWithoutPrice', 'count'],
      ['packsUnmatched', 'count'],
      ['genericPenetration', 'percent'],
    ],
  },
  {
    name: 'count',
    figures: [
      ['numberOfArticles', 'count'],
      ['existingProviderProducts', 'count'],
      ['totalManufacturer', 'count'],
      ['totalMolecules', 'count'],
      ['notDeliverable', 'count'],
      ['articlesWithoutPrice', 'count'],
      ['articlesUnmatched', 'count'],
    ],
  },
] as const satisfies readonly FigureBlock[];

/** What the comparison, the pack and the workbook show: the blocks, then the portfolio. */
export const comparedBlocks = [
  ...keyFigureBlocks,
  {
    name: 'portfolio',
    figures: [
      ['alternativeProvider', 'count'],
      ['duplicateProducts2', 'count'],
      ['duplicateProducts3', 'count'],
      ['duplicateProducts4', 'count'],
    ],
  },
] as const satisfies readonly FigureBlock[];

/** Figures of the workbook that no block has. */
export const workbookFigures = ['numberOfPharmaArticles', 'potentialsUnknown'] as const;
