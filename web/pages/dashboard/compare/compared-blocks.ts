import type { ParseKeys } from 'i18next';
import { formatCount } from '../../../i18n/formats.ts';
import { type KeyFigure, keyFigureBlocks } from '../summary/key-figures.ts';

interface ComparedBlock {
  title: ParseKeys<'dashboard'>;
  figures: readonly Pick<KeyFigure, 'label' | 'figure' | 'format'>[];
}

/** What of the summary is compared, in its order: the key figures, then the portfolio. */
export const comparedBlocks: readonly ComparedBlock[] = [
  ...keyFigureBlocks,
  {
    title: 'portfolio.title',
    figures: [
      { label: 'portfolio.alternatives', figure: 'alternativeProvider', format: formatCount },
      { label: 'portfolio.duplicates2', figure: 'duplicateProducts2', format: formatCount },
      { label: 'portfolio.duplicates3', figure: 'duplicateProducts3', format: formatCount },
      { label: 'portfolio.duplicates4', figure: 'duplicateProducts4', format: formatCount },
    ],
  },
];
