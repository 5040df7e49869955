import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { View } from '#analytics/views/view.ts';
import { laterCode } from '../../../components/later-code.ts';
import { LaterDialog } from '../../../components/later-part.tsx';
import {
  type AskMarketWhy,
  type FigureRow,
  MarketAskingContext,
  type MarketQuestion,
} from './ask-market-why.ts';

// Nobody asks before the figures are there: the dialog is no part of the first script.
const MarketWhyDialog = laterCode(() => import('./market-why-dialog.tsx'));

interface MarketWhyProps {
  /** What questions are about that name no view. */
  page?: { list: View; totals: View };
  /** What the page asked of it. */
  asked: Readonly<Record<string, unknown>>;
  /** Totals, which tell the days of their data; undefined while they are loading. */
  sums: FigureRow | undefined;
  children: ReactNode;
}

/** Answers why of the figures inside: of the rows of a page's list, of its totals, and of what else it shows. */
export function MarketWhy({ page, asked, sums, children }: MarketWhyProps) {
  const { t } = useTranslation('why');
  const [question, setQuestion] = useState<MarketQuestion | null>(null);
  const asker = useRef<Element | null>(null);
  const ask = useCallback<AskMarketWhy>((asking) => {
    asker.current = document.activeElement;
    setQuestion(asking);
  }, []);
  const asking = useMemo(
    () => ({ ask, nameOf: (figure: string, value: string) => t('ask', { figure, value }), hint: t('hint') }),
    [ask, t],
  );
  // The dialog goes at once, and what it would do on closing with it.
  useEffect(() => {
    if (!question && asker.current instanceof HTMLElement) asker.current.focus();
  }, [question]);
  const close = () => setQuestion(null);
  const row = question?.row ?? sums;
  const view = question?.view ?? (question?.row ? page?.list : page?.totals);
  return (
    <MarketAskingContext value={asking}>
      {children}
      {question && row && view && (
        <LaterDialog onClose={close}>
          <MarketWhyDialog
            view={view}
            figure={question.figure}
            label={question.label}
            row={row}
            asked={asked}
            sums={sums}
            onClose={close}
          />
        </LaterDialog>
      )}
    </MarketAskingContext>
  );
}
