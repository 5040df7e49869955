import { Button } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { createContext, type ReactNode, useContext, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sharedStorage } from '../../../api/browser-storage.ts';
import type { FigureQuestion } from '../../../api/explanation.ts';
import type { WhatIfChoice } from '../what-if/what-if-queries.ts';
import type { ListQuestions } from './list-questions.ts';
import './explain.css';

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
      className="plain-button why"
      aria-haspopup="dialog"
      aria-label={t('ask', { figure: label, value: children })}
      title={t('hint')}
      onClick={() => ask(question, label)}
    >
      {children}
    </button>
  );
}

const storageKey = 'why-hint-read';

/** Says once in a browser that figures can be asked why. */
export function WhyHint() {
  const { t } = useTranslation('why');
  const [isOpen, setOpen] = useState(() => sharedStorage.read(storageKey) === null);
  if (!isOpen) return null;
  return (
    <p className="row gap-1 row--tight note why-hint">
      {t('firstHint')}
      <Button
        variant="minimal"
        size="small"
        icon={<Cross size={14} />}
        aria-label={t('firstHintClose')}
        onClick={() => {
          sharedStorage.write(storageKey, 'yes');
          setOpen(false);
        }}
      />
    </p>
  );
}

/** A figure that the page reckons from others, which have explanations of their own: a share, a change. */
export interface DerivedFigure {
  /** As it is written. */
  value: string;
  /** How its parts give it, in words. */
  formula: string;
  parts: readonly { label: string; question: FigureQuestion }[];
  /** What switches for it, in CHF or packs, of products or alternatives of one origin or of any. */
  switched?: { choice: WhatIfChoice; unit: 'CHF' | 'packs'; origin: string | null };
}

export type WhyQuestion = FigureQuestion | DerivedFigure;

/** Opens the explanation of a figure under the name that the page gives it. */
export type AskWhy = (question: WhyQuestion, label: string) => void;
export const AskWhyContext = createContext<AskWhy | null>(null);

/** Null outside a dashboard, where nothing is explained. */
export function useAskWhy(): AskWhy | null {
  return useContext(AskWhyContext);
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
