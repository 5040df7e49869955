import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { notDeliverableTotals } from '#analytics/views/not-deliverable.ts';
import type { RowOf } from '../../../api/views.ts';
import { useFollowedLinks } from '../../../components/hooks/use-followed-links.ts';
import { useDashboardPath } from '../../../components/navigation/use-dashboard-path.ts';
import { ScrollingTable } from '../../../components/tables/scrolling-table.tsx';
import { useRowsInSteps } from '../../../components/tables/use-rows-in-steps.ts';
import { WaitingRows } from '../../../components/tables/waiting-rows.tsx';
import { formatAmount, formatCount, formatPacksPerMonth } from '../../../i18n/formats.ts';
import type { ListQuestions } from '../explain/list-questions.ts';
import { useFigureCells } from '../explain/use-figure-cells.ts';
import { WhyButton } from '../explain/why-button.tsx';
import { useProvider } from '../filter/use-filter-texts.ts';
import { useToCart } from '../to-cart/to-cart-button.tsx';
import './not-deliverable-table.css';
import { type NotDeliverable, NotDeliverableRow } from './not-deliverable-row.tsx';

interface FigureColumn {
  key: 'potentialPerMonth' | 'packsPerMonth';
  heading: ParseKeys<'lists'>;
  format: (value: number | null) => string;
}

/** They stand beside the name. */
const figureColumns: readonly FigureColumn[] = [
  { key: 'potentialPerMonth', heading: 'notDeliverable.potentialPerMonth', format: formatAmount },
  { key: 'packsPerMonth', heading: 'notDeliverable.packsPerMonth', format: formatPacksPerMonth },
];

interface NotDeliverableTableProps {
  directLinkId: string;
  rows: readonly NotDeliverable[] | undefined;
  totals: RowOf<typeof notDeliverableTotals> | null | undefined;
  sortBy: string;
  isStale: boolean;
  questions: ListQuestions;
}

/** One row per article that cannot be delivered; its name leads to it in the product analysis. */
export function NotDeliverableTable(props: NotDeliverableTableProps) {
  const { directLinkId, rows, totals, sortBy, questions } = props;
  const { t } = useTranslation(['lists', 'products']);
  const { provider } = useProvider();
  const figureCells = useFigureCells((row, place) => {
    const column = figureColumns[place];
    if (!column) return null;
    return {
      question: { ...questions.rows, figure: column.key, row: row.dataset.row ?? '' },
      label: `${row.querySelector('th a')?.textContent ?? ''}: ${t(column.heading)}`,
    };
  });
  const totalHeading = totals
    ? t('products:total', { count: totals.rowCount, articles: formatCount(totals.rowCount) })
    : t('totalWaiting');
  return (
    <div className="not-deliverable">
      <ScrollingTable label={t('notDeliverable.title')} isStale={props.isStale} isFixed>
        <thead>
          <tr>
            <th scope="col" aria-sort={sortBy === 'alphabetical' ? 'ascending' : undefined}>
              {t('notDeliverable.product')}
            </th>
            {figureColumns.map(({ key, heading }) => (
              <th key={key} scope="col" aria-sort={sortBy === key ? 'descending' : undefined}>
                {t(heading)}
              </th>
            ))}
            <th scope="col" aria-sort={sortBy === 'reportedOn' ? 'descending' : undefined}>
              {t('notDeliverable.since')}
            </th>
            <th scope="col">{t('notDeliverable.expected')}</th>
            <th scope="col">{t('notDeliverable.alternative', { provider })}</th>
          </tr>
        </thead>
        <tbody {...figureCells}>
          {rows ? <Rows directLinkId={directLinkId} rows={rows} /> : <WaitingRows cells={5} />}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">
              {totals ? (
                <WhyButton
                  question={{ ...questions.totals, figure: 'rowCount' }}
                  label={t('notDeliverable.title')}
                >
                  {totalHeading}
                </WhyButton>
              ) : (
                totalHeading
              )}
            </th>
            {figureColumns.map(({ key, heading, format }) => (
              <td key={key} data-label={t(heading)}>
                {totals && (
                  <WhyButton
                    question={{ ...questions.totals, figure: key }}
                    label={`${totalHeading}: ${t(heading)}`}
                  >
                    {format(totals[key])}
                  </WhyButton>
                )}
              </td>
            ))}
            <td colSpan={3} />
          </tr>
        </tfoot>
      </ScrollingTable>
    </div>
  );
}

function Rows({ directLinkId, rows }: { directLinkId: string; rows: readonly NotDeliverable[] }) {
  const shown = useRowsInSteps(rows, 25);
  const pathOf = useDashboardPath(directLinkId);
  const onFollow = useFollowedLinks();
  const toCart = useToCart(directLinkId);
  return shown.map((row) => (
    <NotDeliverableRow
      key={row.gtin}
      row={row}
      to={pathOf('products', { article: [row.gtin] })}
      onFollow={onFollow}
      toCart={toCart}
    />
  ));
}
