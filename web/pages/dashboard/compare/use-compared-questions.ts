import { useTranslation } from 'react-i18next';
import type { ComparedPeriod, Comparison } from '../../../api/comparison.ts';
import type { FigureQuestion } from '../../../api/explanation.ts';
import { labelled } from '../../../i18n/labelled.ts';
import type { DerivedFigure, WhyQuestion } from '../explain/why-button.tsx';
import { type ComparedCell, type ComparedRow, periodNames } from './compared-rows.ts';

/** A figure that stands in both periods. */
export interface AskedFigure extends Partial<Pick<ComparedRow, 'only'>> {
  name: string;
  perMonth: boolean;
  /** What it is asked in this statistic. */
  question: FigureQuestion;
}

type Side = 'this' | 'other';

/** What the cells of a comparison are asked; what they show is reckoned from the figures of the two periods. */
export function useComparedQuestions(
  { statistic, other }: Pick<Comparison, 'statistic' | 'other'>,
  otherId: string,
) {
  const { t } = useTranslation(['compare', 'portal']);
  const periods: Record<Side, ComparedPeriod> = { this: statistic, other };
  const names = periodNames({ statistic, other }, t('with'));
  const { this: period, other: otherPeriod } = names;

  function partsOf(figure: AskedFigure, side: Side): DerivedFigure['parts'] {
    if (figure.only && figure.only !== side) return [];
    const question = side === 'this' ? figure.question : { ...figure.question, statistic: otherId };
    return [{ label: labelled(figure.name, names[side]), question }];
  }

  function ofPeriod(figure: AskedFigure, side: Side, value: string): WhyQuestion {
    const parts = partsOf(figure, side);
    const [only] = parts;
    if (!only) return { value, formula: t('why.nothing'), parts };
    if (!figure.perMonth) return only.question;
    return {
      value,
      formula: t('why.perMonth', { months: t('portal:months', { count: periods[side].months }) }),
      parts,
    };
  }

  /** `value` is what the cell shows; `whole` the figure of all rows, which a part of their change is reckoned from. */
  return (cell: ComparedCell, value: string, figure: AskedFigure, whole?: AskedFigure): WhyQuestion => {
    if (cell === 'value') return ofPeriod(figure, 'this', value);
    if (cell === 'other') return ofPeriod(figure, 'other', value);
    const figures = cell === 'shareOfChange' && whole ? [figure, whole] : [figure];
    const lengths = {
      months: t('portal:months', { count: statistic.months }),
      other: t('portal:months', { count: other.months }),
    };
    const formula = [
      t(`why.${cell}`, { period, otherPeriod }),
      figure.perMonth && t('why.eachPerMonth', lengths),
      figure.only && t('why.only', { period: figure.only === 'this' ? period : otherPeriod }),
    ];
    return {
      value,
      formula: formula.filter(Boolean).join(' '),
      parts: figures.flatMap((each) => [...partsOf(each, 'this'), ...partsOf(each, 'other')]),
    };
  };
}
