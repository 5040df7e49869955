import type { TFunction } from 'i18next';
import { useId } from 'react';
import { monthsBefore } from '#shared/calendar.ts';
import { DayField } from '../../../components/forms/day-field/day-field.tsx';
import { todayIn } from '../../../i18n/formats.ts';
import './layout.css';

export interface SinceFieldProps {
  label: string;
  /** YYYY-MM-DD; null for the default day. */
  day: string | null;
  /** Months before today, in UTC, of the default day. */
  months: number;
  onChoose: (day: string | null) => void;
}

/** From which day on a list shows. The default day is no choice, so that tomorrow it is tomorrow's. */
export function SinceField({ label, day, months, onChoose }: SinceFieldProps) {
  const id = useId();
  const usual = monthsBefore(todayIn('UTC'), months);
  return (
    <div className="row row--tight since-field">
      <label htmlFor={id}>{label}</label>
      <DayField
        id={id}
        day={day ?? usual}
        onChange={(chosen) => onChoose(chosen === usual || chosen === '' ? null : chosen)}
      />
    </div>
  );
}

interface Ordered<Order extends string> {
  choice: { sortBy: Order };
  choose: (changed: { sortBy: Order }) => void;
}

/** What a list can be ordered by, what it is ordered by, and the ways to change it. */
export function orderOf<Order extends string>(list: Ordered<Order>, orders: readonly Order[]) {
  return {
    orders,
    current: list.choice.sortBy as string,
    onChoose: (next: string) => list.choose({ sortBy: next as Order }),
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
