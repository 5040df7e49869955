import { Button, Classes, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { Blank, CaretDown, Reset, Sort, Tick } from '@blueprintjs/icons';
import type { ParseKeys } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { withinWindow } from '../../../components/dialogs/within-window.ts';
import { useProvider } from '../../../components/hooks/use-provider.ts';
import './filter.css';

interface ToolbarProps {
  /** Buttons that open filters and orders. */
  children: ReactNode;
  /** What is chosen. */
  chips?: ReactNode;
  isChanged: boolean;
  onReset: () => void;
}

/** What a page can be asked: its filters and its order, and the way back to where it starts. */
export function Toolbar({ children, chips, isChanged, onReset }: ToolbarProps) {
  const { t } = useTranslation('filters');
  return (
    <search className="row toolbar" aria-label={t('title')}>
      {children}
      {chips}
      {isChanged && (
        <Button
          className="toolbar__reset"
          variant="minimal"
          icon={<Reset />}
          text={t('reset')}
          onClick={(event) => {
            focusToolbar(event.currentTarget);
            onReset();
          }}
        />
      )}
    </search>
  );
}

/** Gives the focus to the start of the toolbar before a control in it goes away. */
export function focusToolbar(control: HTMLElement): void {
  control.closest('search')?.querySelector<HTMLElement>('button, input')?.focus();
}

interface SingleChoiceProps<Value extends string> {
  label: string;
  options: readonly { value: Value; text: string }[];
  /** undefined: none of them. */
  current: Value | undefined;
  onChoose: (value: Value) => void;
}

/** One of a few, all of them in sight. */
export function SingleChoice<Value extends string>({
  label,
  options,
  current,
  ...on
}: SingleChoiceProps<Value>) {
  return (
    <fieldset className="single-choice">
      <legend className="visually-hidden">{label}</legend>
      {options.map(({ value, text }) => (
        <label key={value}>
          <input
            type="radio"
            name={label}
            className="visually-hidden"
            checked={value === current}
            onChange={() => on.onChoose(value)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface SortPopoverProps<Order extends string> {
  orders: readonly Order[];
  current: Order;
  onChoose: (order: Order) => void;
}

/** The orders that a page's list can have. */
export function SortPopover<Order extends string>({ orders, current, onChoose }: SortPopoverProps<Order>) {
  const { t } = useTranslation('filters');
  const textOf = (order: Order) => t(`sort.${order}` as ParseKeys<'filters'>);
  const menu = (
    <Menu aria-label={t('sort.label')}>
      {orders.map((order) => (
        <MenuItem
          key={order}
          icon={order === current ? <Tick /> : <Blank />}
          text={textOf(order)}
          aria-current={order === current}
          onClick={() => onChoose(order)}
        />
      ))}
    </Menu>
  );
  return (
    <PopoverNext
      {...withinWindow}
      className="toolbar__order"
      content={menu}
      placement="bottom-start"
      arrow={false}
      animation="minimal"
      shouldReturnFocusOnClose
    >
      <Button
        variant="outlined"
        icon={<Sort />}
        endIcon={<CaretDown />}
        text={
          <>
            <span className={Classes.TEXT_MUTED}>{t('sort.current')}</span> {textOf(current)}
          </>
        }
      />
    </PopoverNext>
  );
}

/** Names filter options. */
export function useFilterTexts(): { optionText: (value: string) => string } {
  const { t } = useTranslation('filters');
  const installation = useProvider();
  return { optionText: (value) => t(`option.${value}` as ParseKeys<'filters'>, installation) };
}
