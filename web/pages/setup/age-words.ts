import type { ChecklistItem } from '../../api/setup.ts';
import { formatDate } from '../../i18n/formats.ts';

/** What `age` of the texts of the set-up takes. */
export function ageWords({ name, date, days, expected }: ChecklistItem['late'][number]) {
  return { name, date: formatDate(date), count: days, expected };
}
