import { Button } from '@blueprintjs/core';
import { Add, ChevronDown, ChevronRight, Reset } from '@blueprintjs/icons';
import type { TFunction } from 'i18next';
import { type CSSProperties, type FocusEvent, memo } from 'react';
import type { CartRow } from '#shared/schemas/cart.ts';
import { formatAmount, formatCount, formatPacks } from '../../../../i18n/formats.ts';
import '../../explain/explain.css';
import type { BesideGain } from '../../products/columns-popover.tsx';
import { RowBadges } from '../../products/row-badges.tsx';
import type { BadgeTexts } from '../../products/use-badge-texts.ts';
import { badgesOf, factsOf } from '../cart-row.ts';
import { mostPacks, readPacks, roundingOf } from '../quantity.ts';
import type { Control } from './use-grid-keys.ts';

/** What a row's figures can be asked. */
export type CartFigure = 'availableQuantity' | 'quantityProvider' | 'customersGain' | BesideGain;

export interface RowHandlers {
  onType: (row: CartRow, text: string) => void;
  onEnter: (row: CartRow) => void;
  onSettle: () => void;
  onTransfer: (row: CartRow) => void;
  onReset: (row: CartRow) => void;
  onToggle: (gtin: string) => void;
  onAsk: (row: CartRow, figure: CartFigure) => void;
}

interface CartTableRowProps {
  row: CartRow;
  /** Place among all lines, and number among the rows. */
  place: number;
  isOpen: boolean;
  /** What is being typed; null: nothing. */
  typed: string | null;
  multiplierExact: string;
  isUnconfirmed: boolean;
  canEdit: boolean;
  canAsk: boolean;
  /** Figures shown beside what the customer gains. */
  beside: readonly BesideGain[];
  /** What part of the largest gain its own is, where the list is in that order. */
  bar: number | null;
  /** The control at which Tab enters the table; null in other rows. */
  tabStop: Control | null;
  texts: BadgeTexts;
  t: TFunction<'cart'>;
  handlers: RowHandlers;
}

/** One product: packs to order of it, and what they are reckoned from. */
export const CartTableRow = memo(function CartTableRow(props: CartTableRowProps) {
  const { row, place, isOpen, typed, tabStop, texts, t, handlers, canEdit } = props;
  const { gtin, productDescription: name } = row;
  const rounding = roundingOf(row.selectedExact, props.multiplierExact);
  const tabIndex = (control: Control) => (tabStop === control ? 0 : -1);
  const figure = (field: CartFigure, control: Control, written: string) =>
    props.canAsk && row.articles > 0 ? (
      <button
        type="button"
        className="plain-button why"
        data-control={control}
        tabIndex={tabIndex(control)}
        aria-haspopup="dialog"
        aria-label={t('ask', { figure: t(`column.${field}`), name, value: written })}
        onClick={() => handlers.onAsk(row, field)}
      >
        {written}
      </button>
    ) : (
      written
    );
  const isWrong = typed !== null && readPacks(typed) === null;
  return (
    <tr
      data-place={place}
      data-gtin={gtin}
      data-selected={row.packs > 0}
      data-unconfirmed={props.isUnconfirmed}
      aria-rowindex={place + 2}
    >
      <th scope="row">
        <span className="row gap-1 row--tight cart-table__product">
          <Button
            variant="minimal"
            size="small"
            className="cart-table__open"
            data-control="open"
            tabIndex={tabIndex('open')}
            disabled={row.articles === 0}
            icon={isOpen ? <ChevronDown /> : <ChevronRight />}
            aria-expanded={isOpen}
            aria-label={t('row.articles', { name, count: row.articles })}
            onClick={() => handlers.onToggle(gtin)}
          />
          <span className="dense__name" title={name}>
            {name}
            {row.pack && !name.includes(row.pack) && (
              <span className="note cart-table__pack"> {row.pack}</span>
            )}
          </span>
          <RowBadges badges={badgesOf(row)} factOf={factsOf(row)} texts={texts} />
        </span>
      </th>
      <td className="cart-table__packs">
        {rounding && (
          <span className="note cart-table__rounding" title={t('row.rounded')}>
            {rounding}
          </span>
        )}
        {canEdit ? (
          <input
            className={
              isWrong ? 'bp6-input bp6-intent-danger cart-table__input' : 'bp6-input cart-table__input'
            }
            aria-invalid={isWrong}
            aria-describedby={isWrong ? `packs-problem-${gtin}` : undefined}
            data-control="packs"
            tabIndex={tabIndex('packs')}
            inputMode="numeric"
            autoComplete="off"
            placeholder={formatCount(0)}
            maxLength={20}
            aria-label={t('row.packs', { name })}
            value={typed ?? (row.packs === 0 ? '' : String(row.packs))}
            onChange={(event) => handlers.onType(row, event.currentTarget.value)}
            onFocus={(event: FocusEvent<HTMLInputElement>) => {
              handlers.onEnter(row);
              event.currentTarget.select();
            }}
            // Firefox puts the caret where the press begins, Safari where it ends: what is typed would be added there.
            onMouseUp={(event) => event.preventDefault()}
            onClick={(event) => event.currentTarget.select()}
            onBlur={handlers.onSettle}
          />
        ) : (
          formatCount(row.packs)
        )}
        {isWrong && (
          <span id={`packs-problem-${gtin}`} className="cart-table__problem" role="alert">
            {t('row.wholePacks', { most: formatCount(mostPacks) })}
          </span>
        )}
        {props.isUnconfirmed && <span className="cart-table__mark" title={t('unconfirmed')} />}
      </td>
      {canEdit && (
        <td className="cart-table__actions">
          <Button
            variant="minimal"
            size="small"
            data-control="transfer"
            tabIndex={tabIndex('transfer')}
            disabled={row.availableQuantity === 0}
            icon={<Add />}
            text={t('row.take')}
            title={t('row.transfer')}
            aria-label={t('row.transferOf', { name })}
            onClick={() => handlers.onTransfer(row)}
          />
          <Button
            variant="minimal"
            size="small"
            data-control="reset"
            tabIndex={tabIndex('reset')}
            disabled={row.selectedExact === '0'}
            icon={<Reset />}
            title={t('row.reset')}
            aria-label={t('row.resetOf', { name })}
            onClick={() => handlers.onReset(row)}
          />
        </td>
      )}
      <td>{figure('availableQuantity', 'available', formatPacks(row.availableQuantity))}</td>
      <td>{figure('quantityProvider', 'provider', formatPacks(row.quantityProvider))}</td>
      <td
        className="cart-table__gain"
        data-sorted={props.bar !== null || undefined}
        style={props.bar ? ({ '--bar': props.bar } as CSSProperties) : undefined}
      >
        {figure('customersGain', 'gain', formatAmount(row.customersGain))}
      </td>
      {props.beside.map((each) => (
        <td key={each} className="cart-table__gain">
          {figure(each, each, formatAmount(row[each]))}
        </td>
      ))}
      <td>{formatAmount(row.warehouseProduct.ExFactoryPrice)}</td>
      <td className="cart-table__total">{row.packs > 0 ? formatAmount(row.lineTotal) : ''}</td>
    </tr>
  );
});
