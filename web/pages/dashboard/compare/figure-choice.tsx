import { HTMLSelect } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { shortSummaryQuery } from '../../../api/views.ts';
import { formatTimeRange } from '../../../i18n/formats.ts';
import './compare.css';

interface FigureChoiceProps<Figure extends string> {
  figures: readonly { key: Figure; heading: string }[];
  current: Figure;
  onChoose: (figure: Figure) => void;
}

/** Chooses the figure of a list that two periods are compared by. */
export function FigureChoice<Figure extends string>({
  figures,
  current,
  onChoose,
}: FigureChoiceProps<Figure>) {
  const { t } = useTranslation('compare');
  const id = useId();
  return (
    <div className="row row--tight figure-choice">
      <label htmlFor={id}>{t('figure')}</label>
      <HTMLSelect
        id={id}
        value={current}
        onChange={({ currentTarget }) => onChoose(currentTarget.value as Figure)}
      >
        {figures.map(({ key, heading }) => (
          <option key={key} value={key}>
            {heading}
          </option>
        ))}
      </HTMLSelect>
    </div>
  );
}

/** What a chart shows: a figure, and of which period where two stand in the table beside it. */
export function useChartNote(directLinkId: string, figure: string, compared: string | null): string {
  const { data: statistic } = useQuery(shortSummaryQuery(directLinkId));
  return compared && statistic ? `${figure}, ${formatTimeRange(statistic)}` : figure;
}
