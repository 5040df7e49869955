import '@blueprintjs/datetime/lib/css/blueprint-datetime.css';
import './day-calendar.css';
import { DatePicker } from '@blueprintjs/datetime';
import de from 'date-fns/locale/de';
import en from 'date-fns/locale/en-GB';
import fr from 'date-fns/locale/fr';
import it from 'date-fns/locale/it';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../i18n/translations.ts';
import { useFirstYear } from '../../hooks/use-first-year.ts';
import { useToday } from '../../hooks/use-today.ts';

const locales = { de, en, fr, it };

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
  return (
    <DatePicker
      locale={locales[currentLanguage()]}
      minDate={localDate(`${years[0]}-01-01`)}
      maxDate={localDate(`${years.at(-1)}-12-31`)}
      value={day ? localDate(day) : null}
      initialMonth={localDate(day || today)}
      onChange={(date, isUserChange) => date && isUserChange && onChoose(isoDay(date))}
      highlightCurrentDay
      dayPickerProps={{
        today: localDate(today),
        weekStartsOn: 1,
        labels: {
          labelPrevious: () => t('day.previousMonth'),
          labelNext: () => t('day.nextMonth'),
          labelMonthDropdown: () => t('day.month'),
          labelYearDropdown: () => t('day.year'),
        },
      }}
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
