import type { TFunction } from 'i18next';
import type { SinceFieldProps } from './layout/since-field.tsx';

interface Ordered<Order extends string> {
  choice: { sortBy: Order };
  choose: (changed: { sortBy: Order }) => void;
  consider: (changed: { sortBy: Order }) => unknown;
}

/** What a list can be ordered by, what it is ordered by, and the ways to change it. */
export function orderOf<Order extends string>(list: Ordered<Order>, orders: readonly Order[]) {
  return {
    orders,
    current: list.choice.sortBy as string,
    onChoose: (next: string) => list.choose({ sortBy: next as Order }),
    onConsider: (next: string) => void list.consider({ sortBy: next as Order }),
  };
}

interface Since {
  choice: { stockOutSince: string | null };
  choose: (changed: { stockOutSince: string | null }) => void;
}

/** Months back from today, in UTC, of the day from which on stock-outs are shown unless one is chosen. */
export const stockoutMonths = 6;

/** The day from which on stock-outs are shown. */
export function stockoutsSince(t: TFunction<'market'>, { choice, choose }: Since): SinceFieldProps {
  return {
    label: t('since'),
    day: choice.stockOutSince,
    months: stockoutMonths,
    onChoose: (stockOutSince) => choose({ stockOutSince }),
  };
}
