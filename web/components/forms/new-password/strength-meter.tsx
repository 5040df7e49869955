import { useTranslation } from 'react-i18next';
import '../forms.css';

const steps = [0, 1, 2, 3, 4] as const;

/** Four bars and a word for a score of 0 to 4; the advice alone while there is none. */
export function StrengthMeter({ id, score }: { id: string; score: number | undefined }) {
  const { t } = useTranslation('account');
  const word = steps.find((step) => step === score);
  return (
    <div className="strength-meter" id={id} data-score={score}>
      <div className="strength-meter__bars" aria-hidden="true">
        {steps.slice(1).map((step) => (
          <span key={step} data-filled={score !== undefined && score >= step} />
        ))}
      </div>
      <p role="status" className="strength-meter__word">
        {word === undefined ? t('strength.unknown') : t(`strength.score${word}`)}
      </p>
      <p className="strength-meter__advice">{t('strength.advice')}</p>
    </div>
  );
}
