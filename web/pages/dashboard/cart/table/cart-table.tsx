import { Classes } from '@blueprintjs/core';
import { type CSSProperties, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cart as cartView } from '#analytics/views/cart.ts';
import type { CartRow } from '#shared/schemas/cart.ts';
import { labelled } from '../../../../i18n/labelled.ts';
import '../../../../components/tables/data-table.css';
import { useSmallScreen, useTouch } from '../../../../components/hooks/use-small-screen.ts';
import { partOfLargest } from '../../../../components/tables/part-of-largest.ts';
import { WindowRows } from '../../../../components/tables/window-rows.tsx';
import { formatAmount, formatCount } from '../../../../i18n/formats.ts';
import { useAskWhy } from '../../explain/why-button.tsx';
import { BadgeNote } from '../../products/badge-note.tsx';
import type { BesideGain } from '../../products/columns-popover.tsx';
import { useBadgeNote } from '../../products/use-badge-note.ts';
import { useBadgeTexts } from '../../products/use-badge-texts.ts';
import type { CartOrder } from '../cart-queries.ts';
import { factsOf } from '../cart-row.ts';
import type { ShownCart } from '../edits/shown-cart.ts';
import { readPacks } from '../quantity.ts';
import { CartLine } from './cart-lines.tsx';
import './cart-table.css';
import { CartTableRow, type RowHandlers } from './cart-table-row.tsx';
import type { Item } from './items.ts';
import { useGridKeys } from './use-grid-keys.ts';
import { useRowsInSight } from './use-rows-in-sight.ts';

interface CartTableProps {
  cart: ShownCart;
  /** Of the rows that were looked for; null where all are shown. */
  foundSums: ShownCart['sums'] | null;
  items: readonly Item[];
  /** What the rows' figures are asked, but for which of which row. */
  parameters: URLSearchParams;
  sortBy: CartOrder;
  /** Figures shown beside what the customer gains. */
  beside: readonly BesideGain[];
  /** What the list depends on: another one is shown from its start. */
  listKey: string;
  isStale: boolean;
  /** Another one once packs come from elsewhere than these fields, which then show them. */
  elsewhere: string;
  onToggle: (gtin: string) => void;
  /** Packs as they are typed. */
  onType: (row: CartRow, packs: number) => void;
  onSettle: () => void;
  /** Sets what is selected to what it was when the field was entered. */
  onTakeBack: (gtin: string, selectedExact: string) => void;
  onTransfer: (row: CartRow) => void;
  onReset: (row: CartRow) => void;
  onInstead: (row: CartRow) => void;
}

/** Pixels of a row, and of heading and totals together, which cover the box's ends. */
const wide = { rowHeight: 42, covered: 110 };
const touched = { ...wide, rowHeight: 52 };
const onPhones = { rowHeight: 92, covered: 140 };

/** The products of a cart, of which only those in sight are in the document. */
export function CartTable(props: CartTableProps) {
  const { cart, items, foundSums, beside } = props;
  const { t } = useTranslation('cart');
  const box = useRef<HTMLDivElement>(null);
  const hintId = useId();
  const withTouch = useTouch();
  const { rowHeight, covered } = useSmallScreen() ? onPhones : withTouch ? touched : wide;
  const texts = useBadgeTexts();
  const ask = useAskWhy();
  const window = useRowsInSight(box, { count: items.length, rowHeight, covered });
  const places = useMemo(() => new Map(items.map(({ key }, place) => [key, place])), [items]);
  const gtins = useMemo(() => items.filter(({ kind }) => kind === 'row').map(({ row }) => row.gtin), [items]);
  // Of the field that is typed into, and of those that were left with what is no number of packs.
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const entered = useRef<Pick<CartRow, 'gtin' | 'packs' | 'selectedExact'> | null>(null);
  const canEdit = cart.own;
  const columns = (canEdit ? 8 : 7) + beside.length;
  const { sortBy } = props;
  const partOf = useMemo(
    () => (sortBy === 'customersGain' ? partOfLargest(items, ({ row }) => row.customersGain) : null),
    [items, sortBy],
  );

  const keys = useGridKeys(box, {
    gtins,
    page: window.page,
    reveal: (gtin) => window.reveal(places.get(gtin) ?? 0),
    onSettle: settle,
    onTakeBack(gtin) {
      const before = entered.current;
      const row = rowOf(gtin);
      setTyped((texts) => withText(texts, gtin, null));
      if (before?.gtin !== gtin || row?.selectedExact === before.selectedExact) return typed.has(gtin);
      props.onTakeBack(gtin, before.selectedExact);
      return true;
    },
  });
  const badges = useBadgeNote(items, (place) => place);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its start.
  useLayoutEffect(() => {
    box.current?.scrollTo({ top: 0 });
  }, [props.listKey]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed before is over.
  useLayoutEffect(() => {
    setTyped(new Map());
    entered.current = null;
  }, [props.elsewhere]);

  function rowOf(gtin: string): CartRow | undefined {
    return items[places.get(gtin) ?? -1]?.row;
  }
  function settle() {
    setTyped((texts) => new Map([...texts].filter(([, text]) => readPacks(text) === null)));
    props.onSettle();
  }

  const latest = useRef({ props, settle, ask });
  useEffect(() => {
    latest.current = { props, settle, ask };
  });
  // The same object for all rows and always: a row is drawn anew only when it changes.
  const [handlers] = useState<RowHandlers>(() => ({
    onType(row, text) {
      handlers.onEnter(row);
      setTyped((texts) => withText(texts, row.gtin, text));
      const packs = readPacks(text);
      const at = entered.current;
      // What stood there may have been rounded: typed back, put back behind a scanner, or where the text is no number, it is
      // what it was.
      if (at?.gtin === row.gtin && (packs === null || packs === at.packs)) {
        latest.current.props.onTakeBack(row.gtin, at.selectedExact);
      } else if (packs !== null) latest.current.props.onType(row, packs);
    },
    onEnter(row) {
      if (entered.current?.gtin !== row.gtin) entered.current = row;
    },
    onSettle: () => {
      entered.current = null;
      latest.current.settle();
    },
    onTransfer: (row) => latest.current.props.onTransfer(row),
    onReset: (row) => latest.current.props.onReset(row),
    onToggle: (gtin) => latest.current.props.onToggle(gtin),
    onAsk(row, figure) {
      const { parameters } = latest.current.props;
      latest.current.ask?.(
        { view: cartView.name, parameters: String(parameters), figure, row: row.gtin },
        labelled(row.productDescription, t(`column.${figure}`)),
      );
    },
  }));

  const unread = [...typed.values()].filter((text) => readPacks(text) === null).length;
  const stopGtin = keys.active?.gtin ?? gtins[0];
  const stopControl = keys.active?.control ?? (canEdit ? 'packs' : 'open');

  return (
    <>
      <div
        className="data-table dense cart-table"
        ref={box}
        data-editable={canEdit}
        onScroll={badges.close}
        style={{ '--row-height': `${rowHeight}px`, '--columns-beside': beside.length } as CSSProperties}
      >
        <table
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose cells are moved in is a grid.
          role="grid"
          aria-label={t('title')}
          aria-busy={props.isStale}
          aria-rowcount={items.length + (foundSums ? 2 : 1)}
          aria-describedby={hintId}
          {...keys.handlers}
          {...badges.handlers}
        >
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col">{t('column.product')}</th>
              <th scope="col">{t('column.packs')}</th>
              {canEdit && (
                <th scope="col">
                  <span className="visually-hidden">{t('column.actions')}</span>
                </th>
              )}
              <th scope="col">{t('column.availableQuantity')}</th>
              <th scope="col">{t('column.quantityProvider')}</th>
              {(['customersGain', ...beside] as const).map((figure) => (
                <th key={figure} scope="col" className="cart-table__gain">
                  {t(`column.${figure}`)}
                </th>
              ))}
              <th scope="col">{t('column.price')}</th>
              <th scope="col">{t('column.total')}</th>
            </tr>
          </thead>
          <tbody>
            {/* The row that has the focus stays in the document wherever it is, or the next key would be lost. */}
            <WindowRows
              window={window}
              places={window.places(keys.active ? places.get(keys.active.gtin) : undefined)}
              keyOf={(place) => items[place]!.key}
            >
              {(place) => line(items[place]!, place)}
            </WindowRows>
          </tbody>
          {foundSums && (
            <tfoot>
              <tr aria-rowindex={items.length + 2}>
                <th scope="row">
                  {t('sums.found', { count: foundSums.rows, rows: formatCount(foundSums.rows) })}
                </th>
                <td className="cart-table__packs">{formatCount(foundSums.packs)}</td>
                <td colSpan={columns - 3} />
                <td>{formatAmount(foundSums.exFactorySum)}</td>
              </tr>
            </tfoot>
          )}
        </table>
      </div>
      {unread > 0 && (
        <p className="cart-table__unread" role="status">
          {t('sums.unread', { count: unread })}
        </p>
      )}
      <p className="note data-table__hint" id={hintId}>
        {canEdit ? t('hint') : t('hintReadOnly')}
      </p>
      <BadgeNote
        note={badges.note}
        factsOf={(place) => factsOf(items[place]?.row as CartRow)}
        texts={texts}
      />
    </>
  );

  function line(item: Item, place: number) {
    const isStop = item.row.gtin === stopGtin;
    if (item.kind === 'row') {
      return (
        <CartTableRow
          row={item.row}
          place={place}
          isOpen={item.isOpen}
          typed={typed.get(item.row.gtin) ?? null}
          multiplierExact={cart.multiplierExact}
          isUnconfirmed={cart.unconfirmed.has(item.row.gtin)}
          canEdit={canEdit}
          canAsk={ask !== null}
          beside={beside}
          bar={partOf?.(item) ?? null}
          tabStop={isStop ? stopControl : null}
          texts={texts}
          t={t}
          handlers={handlers}
        />
      );
    }
    return (
      <CartLine
        item={item}
        place={place}
        columns={columns}
        beside={beside.length}
        canEdit={canEdit}
        isTabStop={isStop && stopControl === 'instead'}
        onInstead={props.onInstead}
      />
    );
  }
}

/** The table while its rows are on their way. */
export function WaitingTable() {
  const { t } = useTranslation(['cart', 'dashboard']);
  return (
    <div className="data-table dense cart-table" aria-busy="true">
      <p className="visually-hidden" role="status">
        {t('dashboard:loading')}
      </p>
      <table aria-hidden="true">
        <tbody>
          {Array.from({ length: 12 }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have nothing else.
            <tr key={index}>
              <td>
                <span className={Classes.SKELETON}>{'0'.repeat(24 + ((index * 7) % 13))}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function withText(
  texts: ReadonlyMap<string, string>,
  gtin: string,
  text: string | null,
): ReadonlyMap<string, string> {
  const changed = new Map(texts);
  if (text === null) changed.delete(gtin);
  else changed.set(gtin, text);
  return changed;
}
