import { atc, atcTotals } from '#analytics/views/atc.ts';
import { productTotals } from '#analytics/views/product.ts';
import type { FigureQuestion } from '../../../api/explanation.ts';
import type { Measure } from '../aggregate/measures.ts';
import { type ListQuestions, listQuestions } from '../explain/list-questions.ts';

/** What a ring of ATC groups is asked. */
export interface AtcQuestions {
  /** After one group. */
  group: (letter: string) => FigureQuestion;
  /** After what several groups have together. */
  groups: (letters: readonly string[]) => FigureQuestion;
  total: FigureQuestion;
}

type AtcType = 'all' | 'provider' | 'provider_alternative';

/** The questions after one measure of the groups. No row of theirs is the rest; the product analysis adds it up. */
export function atcQuestions(type: AtcType, measure: Measure): AtcQuestions {
  const { rows, totals }: ListQuestions = listQuestions(
    { list: atc, totals: atcTotals },
    { type, sortBy: measure },
  );
  return {
    group: (row) => ({ ...rows, figure: measure, row }),
    groups: (letters) => ({
      view: productTotals.name,
      figure: productFigures[measure],
      parameters: String(
        new URLSearchParams([...filters[type], ...letters.map((letter) => ['atc', letter])]),
      ),
    }),
    total: { ...totals, figure: measure },
  };
}

const productFigures = {
  count: 'rowCount',
  qtySum: 'qtySum1',
  efPreisSum: 'efPreisSum',
  pPreisSum: 'pPreisSum',
  turnoverPotential: 'turnoverPotential',
} as const satisfies Record<Measure, keyof (typeof productTotals)['row']['shape']>;

const filters: Record<AtcType, string[][]> = {
  all: [],
  provider: [['behind', 'provider']],
  provider_alternative: [['general', 'match']],
};
