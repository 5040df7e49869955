import type { CustomerPeriod } from '../../../api/overlapping-statistics.ts';
import { monthsBetween, type StatisticForm } from './statistic-form.ts';

/** The customer and period that are entered; null while one is missing, and for test uploads, which double nothing. */
export function customerPeriodOf(form: StatisticForm): CustomerPeriod | null {
  const { timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo } = form;
  const customerExternalId = form.customerExternalId.trim();
  if (form.testUpload || !customerExternalId || (monthsBetween(form) ?? 0) <= 0) return null;
  if (!timeMonthFrom || !timeYearFrom || !timeMonthTo || !timeYearTo) return null;
  return { customerExternalId, timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo };
}
