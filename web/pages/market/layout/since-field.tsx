import { useId } from 'react';
import { DayField } from '../../../components/forms/day-field/day-field.tsx';
import { todayIn } from '../../../i18n/today.ts';
import { monthsBefore } from '../calendar.ts';
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
    <div className="since-field">
      <label htmlFor={id}>{label}</label>
      <DayField
        id={id}
        day={day ?? usual}
        onChange={(chosen) => onChoose(chosen === usual || chosen === '' ? null : chosen)}
      />
    </div>
  );
}
