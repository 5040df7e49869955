import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListOrder } from '../../../components/tables/list-columns.ts';
import { formatCount } from '../../../i18n/formats.ts';
import { AggregateTable, type AggregateTableProps } from './aggregate-table.tsx';
import { formatOf, type Measure, measures } from './measures.ts';

interface MeasuredTableProps
  extends Omit<AggregateTableProps<Measure>, 'columns' | 'totalHeading' | 'firstOnPhones'> {
  /** What rows are called, where there are several. */
  unit: string;
  order: ListOrder & { current: Measure };
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
