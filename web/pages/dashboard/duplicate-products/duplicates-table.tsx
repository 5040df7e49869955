import type { ParseKeys } from 'i18next';
import { memo, type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { duplicateProducts, duplicateProductsTotals } from '#analytics/views/duplicate-products.ts';
import type { RowOf } from '../../../api/views.ts';
import { useFollowedLinks } from '../../../components/hooks/use-followed-links.ts';
import { useProvider } from '../../../components/hooks/use-provider.ts';
import { useDashboardPath } from '../../../components/navigation/use-dashboard-path.ts';
import { type ListColumn, useListColumns } from '../../../components/tables/list-columns.ts';
import { ListRow, ListTable } from '../../../components/tables/list-table.tsx';
import { partOfLargest } from '../../../components/tables/part-of-largest.ts';
import { useRowsInSteps } from '../../../components/tables/rows-in-steps.tsx';
import { formatAmount, formatCount } from '../../../i18n/formats.ts';
import { labelled } from '../../../i18n/labelled.ts';
import { type ListQuestions, listQuestions } from '../explain/list-questions.ts';
import { useRowFigures } from '../explain/use-figure-cells.ts';
import { whySum } from '../explain/why-button.tsx';
import { RowLink } from '../layout/row-link.tsx';
import { ToCartButton, useToCart } from '../to-cart/to-cart-button.tsx';
import type { DuplicateChoice } from './duplicate-queries.ts';
import type { DuplicateRow, DuplicateSet } from './duplicate-sets.ts';
import './duplicates-table.css';

interface DuplicateColumn {
  heading: ParseKeys<'lists'>;
  /** Wire names of the figure in the rows of the provider's products and of the competitors' articles. */
  provider: Figure | null;
  competitor: Figure;
  format: (value: number | null) => string;
}

/** Whose row it is. */
type Side = 'provider' | 'competitor';

type Figure = {
  [Name in keyof DuplicateRow]: DuplicateRow[Name] extends number | null ? Name : never;
}[keyof DuplicateRow];

/** The columns after the name. A provider's product has no potential. */
const duplicateColumns: readonly DuplicateColumn[] = [
  { heading: 'column.qtySum', provider: 'qty2', competitor: 'qty1', format: formatCount },
  { heading: 'column.efPreis', provider: 'efPreis2', competitor: 'efPreis1', format: formatAmount },
  { heading: 'column.pPreis', provider: 'pPreis2', competitor: 'pPreis1', format: formatAmount },
  {
    heading: 'column.turnoverPotential',
    provider: null,
    competitor: 'turnoverPotential',
    format: formatAmount,
  },
];

const setsOfAScreen = 25;

interface DuplicatesTableProps {
  directLinkId: string;
  sets: readonly DuplicateSet[] | undefined;
  totals: RowOf<typeof duplicateProductsTotals> | null | undefined;
  /** What the figures are asked. */
  questions: ListQuestions;
  /** On a phone the column of this order stands first. */
  sortBy: DuplicateChoice['sortBy'];
  /** Another answer is on its way. */
  isStale: boolean;
}

/** The provider's product in bold, below it the competitors' articles that it could replace. */
export function DuplicatesTable({ directLinkId, sets, totals, sortBy, ...props }: DuplicatesTableProps) {
  const { t } = useTranslation('lists');
  const { provider } = useProvider();
  const all = useLineColumns(directLinkId, sets);
  const columns = useListColumns(all, { firstOnPhones: useMemo(() => [sortBy], [sortBy]) });
  const rowFigures = useRowFigures(props.questions.rows, (row) =>
    columns.slice(1).map(({ key, heading }) => ({
      key: duplicateColumns.find(({ competitor }) => competitor === key)?.[row.dataset.side as Side] ?? '',
      heading,
    })),
  );
  /** Sums below the columns of competitors' figures. */
  function totalOf(name: string, figures: Partial<Record<string, readonly [figure: string, sum: number]>>) {
    const sums = all.flatMap(({ key, heading }): [string, ReactNode][] => {
      const [figure, sum] = figures[key] ?? [];
      const format = duplicateColumns.find(({ competitor }) => competitor === key)?.format;
      if (figure === undefined || sum === undefined) return [];
      const label = labelled(name, heading);
      return [[key, whySum(props.questions.totals, { figure, label, written: format?.(sum) })]];
    });
    return { name, ...Object.fromEntries(sums) };
  }
  return (
    <div className="duplicates" aria-busy={props.isStale}>
      <ListTable
        label={t('duplicates.title')}
        columns={columns}
        totals={[
          totalOf(t('duplicates.totalProvider', { provider }), totals ? { qty1: ['qty2', totals.qty2] } : {}),
          totalOf(
            t('duplicates.totalCompetitors'),
            totals
              ? {
                  qty1: ['qty1', totals.qty1],
                  turnoverPotential: ['turnoverPotential', totals.turnoverPotential],
                }
              : {},
          ),
        ]}
        isStale={false}
      >
        {sets && <Sets {...{ sets, columns, rowFigures }} sortedBy={sortBy} />}
      </ListTable>
    </div>
  );
}

/** A row of a set: what the provider has, or what is bought instead. */
interface Line {
  side: Side;
  row: DuplicateRow;
  /** GTINs of the articles behind it. */
  articles: readonly string[];
}

const none: readonly DuplicateSet[] = [];

function useLineColumns(
  directLinkId: string,
  sets: readonly DuplicateSet[] = none,
): readonly ListColumn<Line>[] {
  const { t } = useTranslation('lists');
  const pathOf = useDashboardPath(directLinkId);
  const onFollow = useFollowedLinks();
  const toCart = useToCart(directLinkId);
  return useMemo(() => {
    const nameCell = ({ side, row, articles }: Line) => {
      const name = side === 'provider' ? row.description2 : row.description1;
      return (
        <>
          <RowLink to={pathOf('products', { article: articles })} onFollow={onFollow} name={name}>
            {name}
          </RowLink>
          {side === 'provider' && toCart && <ToCartButton gtin={row.gtiN2} name={name} toCart={toCart} />}
        </>
      );
    };
    const bought = sets.flatMap(({ competitors }) => competitors);
    const potentialOf = partOfLargest(bought, (row) => row.turnoverPotential);
    return [
      { key: 'name', kind: 'name', heading: t('duplicates.product'), cell: nameCell },
      ...duplicateColumns.map(
        (column): ListColumn<Line> => ({
          key: column.competitor,
          kind: 'figure',
          heading: t(column.heading),
          ...(column.provider === null && {
            order: column.competitor,
            bar: ({ side, row }) => (side === 'competitor' ? potentialOf(row) : 0),
          }),
          cell: ({ side, row }) => {
            const figure = column[side];
            return figure && column.format(row[figure]);
          },
        }),
      ),
    ];
  }, [t, pathOf, onFollow, toCart, sets]);
}

interface SetsProps {
  sets: readonly DuplicateSet[];
  columns: readonly ListColumn<Line>[];
  sortedBy: string;
  rowFigures: ReturnType<typeof useRowFigures>;
}

function Sets({ sets, ...common }: SetsProps) {
  const shown = useRowsInSteps(sets, setsOfAScreen);
  return shown.map((set) => <SetRows key={set.gtin} set={set} {...common} />);
}

interface SetRowsProps extends Omit<SetsProps, 'sets'> {
  set: DuplicateSet;
}

const SetRows = memo(function SetRows({ set, rowFigures, ...common }: SetRowsProps) {
  const { gtin, provider, competitors } = set;
  const articles = [gtin, ...competitors.map(({ gtiN1 }) => gtiN1)];
  return (
    <tbody className="duplicates__set" {...rowFigures}>
      <ListRow
        row={{ side: 'provider', row: provider, articles }}
        {...common}
        headScope="rowgroup"
        className="duplicates__provider"
        data-row={provider.gtiN1}
        data-side="provider"
      />
      {competitors.map((row) => (
        <ListRow
          key={row.gtiN1}
          row={{ side: 'competitor', row, articles: [row.gtiN1] }}
          {...common}
          data-row={row.gtiN1}
          data-side="competitor"
        />
      ))}
    </tbody>
  );
});

/** What the figures are asked under a choice. */
export function duplicateQuestions(asked: DuplicateChoice & { find: string[] }): ListQuestions {
  return listQuestions({ list: duplicateProducts, totals: duplicateProductsTotals }, asked);
}
