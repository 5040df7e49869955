import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useAskWhy, type WhyQuestion } from './ask-why.ts';
import type { ListQuestions } from './list-questions.ts';
import './why-button.css';

interface WhyButtonProps {
  question: WhyQuestion;
  /** What the page calls the figure. */
  label: string;
  /** The figure as it is written. Within a text it is what the text says. */
  children?: ReactNode;
}

/** A figure that opens its explanation when it is pressed. */
export function WhyButton({ question, label, children }: WhyButtonProps) {
  const { t } = useTranslation('why');
  const ask = useAskWhy();
  if (!ask) return children;
  return (
    <button
      type="button"
      className="why"
      aria-haspopup="dialog"
      aria-label={t('ask', { figure: label, value: children })}
      title={t('hint')}
      onClick={() => ask(question, label)}
    >
      {children}
    </button>
  );
}

/** A sum below a list, which opens its explanation. */
export function whySum(
  totals: ListQuestions['totals'],
  { figure, label, written }: { figure: string; label: string; written: string | undefined },
): ReactNode {
  return (
    <WhyButton question={{ ...totals, figure }} label={label}>
      {written}
    </WhyButton>
  );
}
