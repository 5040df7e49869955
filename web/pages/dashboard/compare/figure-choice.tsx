import { HTMLSelect } from '@blueprintjs/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
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
    <div className="figure-choice">
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
