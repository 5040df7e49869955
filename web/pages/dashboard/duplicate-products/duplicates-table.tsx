import { Classes } from '@blueprintjs/core';
import { type MouseEvent, memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { duplicateProductsTotals } from '#analytics/views/duplicate-products.ts';
import type { RowOf } from '../../../api/views.ts';
import { useFollowedLinks } from '../../../components/hooks/use-followed-links.ts';
import { useSmallScreen } from '../../../components/hooks/use-small-screen.ts';
import { type DashboardPath, useDashboardPath } from '../../../components/navigation/use-dashboard-path.ts';
import { ScrollingTable } from '../../../components/tables/scrolling-table.tsx';
import { useRowsInSteps } from '../../../components/tables/use-rows-in-steps.ts';
import type { ListQuestions } from '../explain/list-questions.ts';
import { useRowFigures } from '../explain/use-figure-cells.ts';
import { WhyButton } from '../explain/why-button.tsx';
import { useProvider } from '../filter/use-filter-texts.ts';
import { RowLink } from '../layout/row-link.tsx';
import { type ToCart, ToCartButton, useToCart } from '../to-cart/to-cart-button.tsx';
import {
  type DuplicateColumn,
  duplicateColumns,
  type Figure,
  orderedFirst,
  type Side,
} from './duplicate-columns.ts';
import type { DuplicateChoice } from './duplicate-queries.ts';
import type { DuplicateRow, DuplicateSet } from './duplicate-sets.ts';
import './duplicates-table.css';

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
export function DuplicatesTable(props: DuplicatesTableProps) {
  const { directLinkId, sets, totals, questions, sortBy, isStale } = props;
  const { t } = useTranslation('lists');
  const { provider } = useProvider();
  const small = useSmallScreen();
  const columns = useMemo(
    () => (small ? orderedFirst(duplicateColumns, sortBy) : duplicateColumns),
    [small, sortBy],
  );
  const rowFigures = useRowFigures(questions.rows, (row) =>
    columns.map((column) => ({
      key: column[row.dataset.side as Side] ?? '',
      heading: t(column.heading),
    })),
  );
  return (
    <div className="duplicates" aria-busy={isStale}>
      <ScrollingTable label={t('duplicates.title')}>
        <thead>
          <tr>
            <th scope="col">{t('duplicates.product')}</th>
            {columns.map(({ heading }) => (
              <th key={heading} scope="col">
                {t(heading)}
              </th>
            ))}
          </tr>
        </thead>
        {sets ? <Sets {...{ directLinkId, sets, columns, rowFigures }} /> : <WaitingRows />}
        <tfoot>
          <TotalRow
            name={t('duplicates.totalProvider', { provider })}
            columns={columns}
            question={questions.totals}
            figures={totals && [['qty2', totals.qty2]]}
          />
          <TotalRow
            name={t('duplicates.totalCompetitors')}
            columns={columns}
            question={questions.totals}
            figures={
              totals && [
                ['qty1', totals.qty1],
                ['turnoverPotential', totals.turnoverPotential],
              ]
            }
          />
        </tfoot>
      </ScrollingTable>
    </div>
  );
}

interface TotalRowProps {
  name: string;
  columns: readonly DuplicateColumn[];
  question: ListQuestions['totals'];
  /** By the wire names that head a column. */
  figures: readonly (readonly [Figure, number])[] | null | undefined;
}

function TotalRow({ name, columns, question, figures }: TotalRowProps) {
  const { t } = useTranslation('lists');
  return (
    <tr>
      <th scope="row">{name}</th>
      {columns.map(({ heading, provider, competitor, format }) => {
        const found = figures?.find(([figure]) => figure === provider || figure === competitor);
        return (
          <td key={heading}>
            {found && (
              <WhyButton question={{ ...question, figure: found[0] }} label={`${name}: ${t(heading)}`}>
                {format(found[1])}
              </WhyButton>
            )}
          </td>
        );
      })}
    </tr>
  );
}

interface SetsProps {
  directLinkId: string;
  sets: readonly DuplicateSet[];
  columns: readonly DuplicateColumn[];
  rowFigures: ReturnType<typeof useRowFigures>;
}

function Sets({ directLinkId, sets, columns, rowFigures }: SetsProps) {
  const shown = useRowsInSteps(sets, setsOfAScreen);
  const pathOf = useDashboardPath(directLinkId);
  const onFollow = useFollowedLinks();
  const toCart = useToCart(directLinkId);
  return shown.map((set) => (
    <SetRows key={set.gtin} {...{ set, columns, pathOf, onFollow, toCart, rowFigures }} />
  ));
}

interface SetRowsProps {
  set: DuplicateSet;
  columns: readonly DuplicateColumn[];
  pathOf: DashboardPath;
  onFollow: (event: MouseEvent) => void;
  /** Null for visitors. */
  toCart: ToCart | null;
  rowFigures: SetsProps['rowFigures'];
}

const SetRows = memo(function SetRows(props: SetRowsProps) {
  const { set, columns, pathOf, onFollow, toCart, rowFigures } = props;
  const { gtin, provider, competitors } = set;
  const articles = competitors.map(({ gtiN1 }) => gtiN1);
  return (
    <tbody className="duplicates__set" {...rowFigures}>
      <tr className="duplicates__provider" data-row={provider.gtiN1} data-side="provider">
        <th scope="rowgroup">
          <RowLink
            to={pathOf('products', { article: [gtin, ...articles] })}
            onFollow={onFollow}
            name={provider.description2}
          >
            {provider.description2}
          </RowLink>
          {toCart && <ToCartButton gtin={gtin} name={provider.description2} toCart={toCart} />}
        </th>
        <Figures columns={columns} row={provider} side="provider" />
      </tr>
      {competitors.map((row) => (
        <tr key={row.gtiN1} data-row={row.gtiN1} data-side="competitor">
          <th scope="row">
            <RowLink
              to={pathOf('products', { article: [row.gtiN1] })}
              onFollow={onFollow}
              name={row.description1}
            >
              {row.description1}
            </RowLink>
          </th>
          <Figures columns={columns} row={row} side="competitor" />
        </tr>
      ))}
    </tbody>
  );
});

interface FiguresProps {
  columns: readonly DuplicateColumn[];
  row: DuplicateRow;
  side: Side;
}

function Figures({ columns, row, side }: FiguresProps) {
  return columns.map((column) => {
    const figure = column[side];
    return <td key={column.heading}>{figure && column.format(row[figure])}</td>;
  });
}

function WaitingRows() {
  return (
    <tbody aria-hidden="true">
      {Array.from({ length: 12 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have nothing else.
        <tr key={index}>
          <th>
            <span className={Classes.SKELETON}>{'0'.repeat(28 + ((index * 7) % 11))}</span>
          </th>
          {['qty', 'ef', 'p', 'potential'].map((key) => (
            <td key={key}>
              <span className={Classes.SKELETON}>00000</span>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}
