import { useTranslation } from 'react-i18next';
import type { Explanation } from '../../../api/explanation.ts';
import { Articles } from './articles.tsx';
import type { DerivedFigure } from './ask-why.ts';
import { FigureValue } from './figure-value.tsx';
import { Sources } from './sources.tsx';

interface DerivedAnswerProps {
  directLinkId: string;
  figure: DerivedFigure;
  /** Of its parts, in their order. */
  explanations: readonly Explanation[];
}

/** How a figure comes about that the page reckons from others, and the explanation of each of these. */
export function DerivedAnswer({ directLinkId, figure, explanations }: DerivedAnswerProps) {
  const { t } = useTranslation('why');
  return (
    <div className="why-dialog">
      <p className="why-dialog__value">{figure.value}</p>
      <h3>{t('formula')}</h3>
      <p>{figure.formula}</p>
      {figure.parts.map(({ label, question }, index) => {
        const explanation = explanations[index]!;
        return (
          <section key={label} aria-label={label}>
            <h3>{label}</h3>
            <p className="why-dialog__part">
              <FigureValue explanation={explanation} />
            </p>
            <p>{explanation.formula}</p>
            {explanation.rows.map((part) => (
              <Articles
                key={part.role}
                directLinkId={question.statistic ?? directLinkId}
                part={part}
                heading={part.role === 'value' ? undefined : t(`role.${part.role}`)}
                linkText={t('showOfPart', { part: label })}
              />
            ))}
          </section>
        );
      })}
      <Sources explanations={explanations} />
    </div>
  );
}
