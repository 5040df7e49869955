import { useTranslation } from 'react-i18next';
import type { Explanation } from '../../../api/explanation.ts';
import { Articles } from './articles.tsx';
import { FigureValue } from './figure-value.tsx';
import { OwnNumbers } from './own-numbers.tsx';
import { Sources } from './sources.tsx';

interface FigureAnswerProps {
  directLinkId: string;
  explanation: Explanation;
}

/** The explanation of one figure. */
export function FigureAnswer({ directLinkId, explanation }: FigureAnswerProps) {
  const { t } = useTranslation('why');
  return (
    <div className="why-dialog">
      <p className="why-dialog__value">
        <FigureValue explanation={explanation} />
      </p>
      <h3>{t('formula')}</h3>
      <p>{explanation.formula}</p>
      <OwnNumbers explanation={explanation} />
      <h3>{t('articles')}</h3>
      {explanation.rows.map((part) => (
        <Articles
          key={part.role}
          directLinkId={directLinkId}
          part={part}
          heading={part.role === 'value' ? undefined : t(`role.${part.role}`)}
          linkText={part.role === 'value' ? t('show') : t(`showOf.${part.role}`)}
        />
      ))}
      <Sources explanations={[explanation]} />
    </div>
  );
}
