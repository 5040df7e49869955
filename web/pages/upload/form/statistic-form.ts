import type { ColumnChoice, TextChoice } from '../../../api/preview.ts';
import type { Statistic } from '../../../api/statistics.ts';

/** What the user enters about a statistic. Empty strings and nulls are not filled in yet. */
export interface StatisticForm {
  testUpload: boolean;
  consentFile: File | null;
  file: File | null;
  /** Columns chosen by hand; null: as is remembered for the customer, or as the headings say. */
  columns: ColumnChoice | null;
  /** How a text file is to be read, where that was not recognised rightly. */
  text: TextChoice | null;
  /** The customer's key, where it was looked up by it. */
  customer: string;
  customerExternalId: string;
  customerName: string;
  /** 1 to 12. */
  timeMonthFrom: number | null;
  timeYearFrom: number | null;
  timeMonthTo: number | null;
  timeYearTo: number | null;
  /** Name of the sales representative. */
  user: string;
  /** Id of the user whose upload it is. */
  uploader: string;
  comment: string;
  headerImageId: string;
}

export type Problem = 'consentFile' | 'file' | 'customer' | 'timeRangeMissing' | 'timeRange' | 'user';

export const longestText = 255;

export function emptyForm(user: { id: number | string; name: string }): StatisticForm {
  return {
    testUpload: false,
    consentFile: null,
    file: null,
    columns: null,
    text: null,
    customer: '',
    customerExternalId: '',
    customerName: '',
    timeMonthFrom: null,
    timeYearFrom: null,
    timeMonthTo: null,
    timeYearTo: null,
    user: user.name,
    uploader: String(user.id),
    comment: '',
    headerImageId: '',
  };
}

/** The form as an uploaded statistic fills it in; its files are not part of an edit. */
export function formOf(statistic: Statistic): StatisticForm {
  return {
    testUpload: statistic.testUpload,
    consentFile: null,
    file: null,
    columns: null,
    text: null,
    customer: statistic.customer ?? '',
    customerExternalId: statistic.customerExternalId ?? '',
    customerName: statistic.customerName ?? '',
    timeMonthFrom: statistic.timeMonthFrom,
    timeYearFrom: statistic.timeYearFrom,
    timeMonthTo: statistic.timeMonthTo,
    timeYearTo: statistic.timeYearTo,
    user: statistic.user ?? '',
    uploader: String(statistic.uploader?.id ?? ''),
    comment: statistic.comment ?? '',
    headerImageId: String(statistic.headerImage?.id ?? ''),
  };
}

/** Everything that keeps the statistic from being sent, in the order of the form. */
export function problemsOf(form: StatisticForm): Problem[] {
  const problems: Problem[] = [];
  if (!form.testUpload && !form.consentFile) problems.push('consentFile');
  if (!form.file) problems.push('file');
  return [...problems, ...entryProblems(form)];
}

/** The same without the files. */
export function entryProblems(form: StatisticForm): Problem[] {
  const problems: Problem[] = [];
  if (!form.testUpload && !form.customerExternalId.trim()) problems.push('customer');
  const months = monthsBetween(form);
  if (months === null) problems.push('timeRangeMissing');
  else if (months <= 0) problems.push('timeRange');
  return problems;
}

/** Months from the first to the last one named, which must be more than 0; null while one is missing. */
export function monthsBetween(form: StatisticForm): number | null {
  const { timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo } = form;
  if (!timeMonthFrom || !timeYearFrom || !timeMonthTo || !timeYearTo) return null;
  return timeMonthTo - timeMonthFrom + 12 * (timeYearTo - timeYearFrom);
}

/** The form as it is sent; the files come last, so that the server can refuse the rest early. */
export function toFormData(form: StatisticForm): FormData {
  const { file, consentFile, columns, text, ...fields } = form;
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null && value !== '') data.set(name, String(value));
  }
  if (columns) data.set('columns', JSON.stringify(columns));
  if (text) data.set('text', JSON.stringify(text));
  if (consentFile && !form.testUpload) {
    data.set('consentFileName', consentFile.name);
    data.set('consentFile', consentFile);
  }
  if (file) {
    data.set('fileName', file.name);
    data.set('file', file);
  }
  return data;
}

export function isInactive(activeStatus: string): boolean {
  return activeStatus === 'Inactive & Not Deleted';
}

/** The range of the last `count` months that are over on a day (YYYY-MM-DD). */
export function lastMonths(count: number, today: string): TimeRange {
  const [year, month] = today.split('-').map(Number) as [number, number];
  const end = year * 12 + month - 2;
  const start = end - count + 1;
  return {
    timeMonthFrom: (start % 12) + 1,
    timeYearFrom: Math.floor(start / 12),
    timeMonthTo: (end % 12) + 1,
    timeYearTo: Math.floor(end / 12),
  };
}

type TimeRange = Record<`time${'Month' | 'Year'}${'From' | 'To'}`, number>;
