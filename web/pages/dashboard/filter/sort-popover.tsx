import { Button, Classes, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { Blank, CaretDown, Sort, Tick } from '@blueprintjs/icons';
import type { ParseKeys } from 'i18next';
import { useTranslation } from 'react-i18next';

interface SortPopoverProps<Order extends string> {
  orders: readonly Order[];
  current: Order;
  onChoose: (order: Order) => void;
  /** Told of an order that the pointer or the focus is on, so that its rows can be there before they are asked for. */
  onConsider: (order: Order) => void;
}

/** The orders that a page's list can have. */
export function SortPopover<Order extends string>({
  orders,
  current,
  onChoose,
  onConsider,
}: SortPopoverProps<Order>) {
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
          onPointerEnter={() => onConsider(order)}
          onFocus={() => onConsider(order)}
        />
      ))}
    </Menu>
  );
  return (
    <PopoverNext
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
