import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { notDeliverableTotals } from '#analytics/views/not-deliverable.ts';
import type { RowOf } from '../../../api/views.ts';
import { ListTable } from '../../../components/tables/list-table.tsx';
import { formatAmount, formatCount, formatPacksPerMonth } from '../../../i18n/formats.ts';
import { labelled } from '../../../i18n/labelled.ts';
import type { ListQuestions } from '../explain/list-questions.ts';
import { useFigureCells } from '../explain/use-figure-cells.ts';
import { whySum } from '../explain/why-button.tsx';
import type { BesideGain } from '../products/columns-popover.tsx';
import './not-deliverable-table.css';
import { type NotDeliverable, useNotDeliverableColumns } from './not-deliverable-columns.tsx';

interface NotDeliverableTableProps {
  directLinkId: string;
  rows: readonly NotDeliverable[] | undefined;
  totals: RowOf<typeof notDeliverableTotals> | null | undefined;
  sortBy: string;
  /** Figures shown beside what the customer gains. */
  beside: readonly BesideGain[];
  isStale: boolean;
  questions: ListQuestions;
}

/** One row per article that cannot be delivered; its name leads to it in the product analysis. */
export function NotDeliverableTable(props: NotDeliverableTableProps) {
  const { directLinkId, rows, totals, sortBy, beside, isStale, questions } = props;
  const { t } = useTranslation(['lists', 'products']);
  const columns = useNotDeliverableColumns(directLinkId, beside, rows);
  const body = useFigureCells((row, place) => {
    const column = columns[place + 1];
    if (column?.kind !== 'figure') return null;
    return {
      question: { ...questions.rows, figure: column.key, row: row.dataset.row ?? '' },
      label: labelled(row.querySelector('th a')?.textContent ?? '', column.heading),
    };
  });
  const sums = useMemo(() => {
    if (!totals) return { product: t('totalWaiting') };
    const heading = t('products:total', { count: totals.rowCount, articles: formatCount(totals.rowCount) });
    const sum = (
      figure: 'potentialPerMonth' | 'customersGain' | 'packsPerMonth' | BesideGain,
      written: string,
    ) =>
      whySum(questions.totals, { figure, label: labelled(heading, t(`notDeliverable.${figure}`)), written });
    const label = t('notDeliverable.title');
    return {
      product: whySum(questions.totals, { figure: 'rowCount', label, written: heading }),
      potentialPerMonth: sum('potentialPerMonth', formatAmount(totals.potentialPerMonth)),
      customersGain: sum('customersGain', formatAmount(totals.customersGain)),
      ...Object.fromEntries(beside.map((figure) => [figure, sum(figure, formatAmount(totals[figure]))])),
      packsPerMonth: sum('packsPerMonth', formatPacksPerMonth(totals.packsPerMonth)),
    };
  }, [totals, beside, questions, t]);
  return (
    <div className="cards not-deliverable">
      <ListTable
        label={t('notDeliverable.title')}
        {...{ columns, rows, body, isStale }}
        keyOf={gtinOf}
        order={{ current: sortBy }}
        totals={[sums]}
        isFixed
      />
    </div>
  );
}

function gtinOf({ gtin }: NotDeliverable): string {
  return gtin;
}
