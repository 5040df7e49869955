import { useTranslation } from 'react-i18next';
import type { Order, TableColumn } from './table-columns.ts';

interface TableHeadProps {
  columns: readonly TableColumn[];
  order: { current: Order; onChoose: (order: Order) => void; onConsider: (order: Order) => void };
}

/** Headings, of which some put the list in their order. */
export function TableHead({ columns, order }: TableHeadProps) {
  const { t } = useTranslation('products');
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map(({ field, kind, heading, order: own }) => (
          <th
            key={field}
            scope="col"
            data-kind={kind}
            aria-sort={own === order.current ? (kind === 'figure' ? 'descending' : 'ascending') : undefined}
          >
            {own ? (
              <button
                type="button"
                className="data-table__sort"
                onClick={() => order.onChoose(own)}
                onPointerEnter={() => order.onConsider(own)}
              >
                {t(heading)}
              </button>
            ) : (
              t(heading)
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}
