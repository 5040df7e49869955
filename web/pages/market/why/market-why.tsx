import { lazy, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { View } from '#analytics/views/view.ts';
import { LaterDialog } from '../../../components/later-part.tsx';
import { type AskMarketWhy, AskMarketWhyContext, type FigureRow } from './ask-market-why.ts';

// Nobody asks before the figures are there: the dialog is no part of the first script.
const MarketWhyDialog = lazy(() => import('./market-why-dialog.tsx'));

interface MarketWhyProps {
  page: { list: View; totals: View };
  /** What the page asked of both. */
  asked: Readonly<Record<string, unknown>>;
  /** undefined while they are loading. */
  sums: FigureRow | undefined;
  children: ReactNode;
}

/** Answers why of the figures inside: of the rows of a page's list, and of its totals. */
export function MarketWhy({ page, asked, sums, children }: MarketWhyProps) {
  const [question, setQuestion] = useState<{ figure: string; label: string; row?: FigureRow } | null>(null);
  const asker = useRef<Element | null>(null);
  const ask = useCallback<AskMarketWhy>((figure, label, row) => {
    asker.current = document.activeElement;
    setQuestion({ figure, label, ...(row && { row }) });
  }, []);
  // The dialog goes at once, and what it would do on closing with it.
  useEffect(() => {
    if (!question && asker.current instanceof HTMLElement) asker.current.focus();
  }, [question]);
  const close = () => setQuestion(null);
  const row = question?.row ?? sums;
  return (
    <AskMarketWhyContext value={ask}>
      {children}
      {question && row && (
        <LaterDialog onClose={close}>
          <MarketWhyDialog
            view={question.row ? page.list : page.totals}
            figure={question.figure}
            label={question.label}
            row={row}
            asked={asked}
            sums={sums}
            onClose={close}
          />
        </LaterDialog>
      )}
    </AskMarketWhyContext>
  );
}
