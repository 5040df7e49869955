import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../i18n/formats.ts';
import { type AggregateRow, AggregateTable, type TableOrder } from './aggregate-table.tsx';
import { formatOf, type Measure, measures } from './measures.ts';

interface MeasuredTableProps {
  label: string;
  nameHeading: string;
  rows: readonly AggregateRow<Measure>[] | undefined;
  totals: (Record<Measure, number> & { rowCount: number }) | null | undefined;
  order: TableOrder<Measure>;
  isStale: boolean;
}

/** A table of all measures, which can be ordered by any of them. */
export function MeasuredTable(props: MeasuredTableProps) {
  const { t } = useTranslation('lists');
  const columns = useMemo(
    () => measures.map((key) => ({ key, heading: t(`column.${key}`), format: formatOf(key) })),
    [t],
  );
  const totalHeading = (rows: number | undefined) =>
    rows === undefined ? t('totalWaiting') : t('total', { count: rows, rows: formatCount(rows) });
  return <AggregateTable {...props} columns={columns} totalHeading={totalHeading} />;
}
