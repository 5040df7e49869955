import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { View } from '#analytics/views/view.ts';
import { openDialog, useDialog } from '../../../components/dialogs/use-dialog.ts';
import { lazyComponent } from '../../../components/loading/lazy.ts';
import { LazyDialog } from '../../../components/loading/lazy-part.tsx';
import {
  type AskMarketWhy,
  type FigureRow,
  MarketAskingContext,
  type MarketQuestion,
} from './market-why-button.tsx';

// Nobody asks before the figures are there: the dialog is no part of the first script.
const MarketWhyDialog = lazyComponent(() => import('./market-why-dialog.tsx'));

interface MarketWhyProps {
  /** What questions are about that name no view. */
  page?: { list: View; totals: View };
  /** Further views that questions name. */
  besides?: readonly View[];
  /** What the page asked of it. */
  asked: Readonly<Record<string, unknown>>;
  /** Totals, which tell the days of their data; undefined while they are loading. */
  sums: FigureRow | undefined;
  children: ReactNode;
}

/** A question as the history keeps it. */
type Asked = Omit<MarketQuestion, 'view'> & { view: string | undefined };

const dialog = 'why';

const ask: AskMarketWhy = ({ figure, label, row, view }) =>
  openDialog(dialog, {
    figure,
    label,
    ...(row && { row: { ...row } }),
    view: view?.name,
  } satisfies Asked);

/** Answers why of the figures inside: of the rows of a page's list, of its totals, and of what else it shows. */
export function MarketWhy({ page, besides = [], asked, sums, children }: MarketWhyProps) {
  const { t } = useTranslation('why');
  const [question, close] = useDialog<Asked>(dialog);
  const asking = useMemo(
    () => ({ ask, nameOf: (figure: string, value: string) => t('ask', { figure, value }), hint: t('hint') }),
    [t],
  );
  const row = question?.row ?? sums;
  const named = question?.view && besides.find(({ name }) => name === question.view);
  const view = named || (question?.row ? page?.list : page?.totals);
  return (
    <MarketAskingContext value={asking}>
      {children}
      {question && row && view && (
        <LazyDialog onClose={close}>
          <MarketWhyDialog
            view={view}
            figure={question.figure}
            label={question.label}
            row={row}
            asked={asked}
            sums={sums}
            onClose={close}
          />
        </LazyDialog>
      )}
    </MarketAskingContext>
  );
}
