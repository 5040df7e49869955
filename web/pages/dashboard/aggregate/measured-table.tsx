import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListOrder } from '../../../components/tables/list-columns.ts';
import { formatCount } from '../../../i18n/formats.ts';
import type { ListQuestions } from '../explain/list-questions.ts';
import { type AggregateRow, AggregateTable } from './aggregate-table.tsx';
import { formatOf, type Measure, measures } from './measures.ts';

interface MeasuredTableProps {
  label: string;
  nameHeading: string;
  /** What rows are called, where there are several. */
  unit: string;
  rows: readonly AggregateRow<Measure>[] | undefined;
  totals: (Record<Measure, number> & { rowCount: number }) | null | undefined;
  order: ListOrder & { current: Measure };
  isStale: boolean;
  questions: ListQuestions;
}

/** A table of all measures, which can be ordered by any of them; on phones that one comes first. */
export function MeasuredTable(props: MeasuredTableProps) {
  const { t } = useTranslation('lists');
  const columns = useMemo(
    () => measures.map((key) => ({ key, heading: t(`column.${key}`), format: formatOf(key) })),
    [t],
  );
  const totalHeading = (rows: number | undefined) =>
    rows === undefined
      ? t('totalWaiting')
      : t('total', { rows: formatCount(rows), unit: rows === 1 ? props.nameHeading : props.unit });
  return (
    <AggregateTable
      {...props}
      columns={columns}
      firstOnPhones={props.order.current}
      totalHeading={totalHeading}
    />
  );
}
