import { Classes, HTMLSelect } from '@blueprintjs/core';
import { DayPicker, type DropdownProps } from 'react-day-picker';
import { de } from 'react-day-picker/locale/de';
import { enGB as en } from 'react-day-picker/locale/en-GB';
import { fr } from 'react-day-picker/locale/fr';
import { it } from 'react-day-picker/locale/it';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../i18n/translations.ts';
import { useFirstYear } from '../../hooks/use-first-year.ts';
import { useToday } from '../../hooks/use-today.ts';
import './day-calendar.css';

const locales = { de, en, fr, it };
const button = `${Classes.BUTTON} ${Classes.MINIMAL}`;
const classNames = { button_previous: button, button_next: button, day_button: button };
const components = { Dropdown };

interface DayCalendarProps {
  /** YYYY-MM-DD, or ''. */
  day: string;
  onChoose: (day: string) => void;
}

/** A month to choose a day from; weeks begin on Monday. */
export default function DayCalendar({ day, onChoose }: DayCalendarProps) {
  const { t } = useTranslation();
  const today = useToday();
  const firstYear = useFirstYear();
  // Days that are typed may lie anywhere.
  const years = [String(firstYear), String(Number(today.slice(0, 4)) + 1), day.slice(0, 4)]
    .filter(Boolean)
    .sort();
  const first = localDate(`${years[0]}-01-01`);
  const last = localDate(`${years.at(-1)}-12-31`);
  return (
    <DayPicker
      mode="single"
      required
      locale={locales[currentLanguage()]}
      weekStartsOn={1}
      showOutsideDays
      captionLayout="dropdown"
      navLayout="around"
      startMonth={first}
      endMonth={last}
      disabled={{ before: first, after: last }}
      today={localDate(today)}
      defaultMonth={localDate(day || today)}
      selected={day ? localDate(day) : undefined}
      onSelect={(date) => onChoose(isoDay(date))}
      labels={{
        labelPrevious: () => t('day.previousMonth'),
        labelNext: () => t('day.nextMonth'),
        labelMonthDropdown: () => t('day.month'),
        labelYearDropdown: () => t('day.year'),
      }}
      {...{ classNames, components }}
    />
  );
}

function Dropdown({ options = [], value, onChange, ...others }: DropdownProps) {
  return (
    <HTMLSelect
      minimal
      iconName="caret-down"
      aria-label={others['aria-label']}
      value={Number(value)}
      {...{ options, onChange }}
    />
  );
}

/** A day as the picker takes it: on this machine's calendar. */
function localDate(day: string): Date {
  return new Date(`${day}T00:00`);
}

/** The day that a date has on this machine's calendar. */
function isoDay(date: Date): string {
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}
