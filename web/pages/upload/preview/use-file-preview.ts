import { useQuery } from '@tanstack/react-query';
import { type PreviewRequest, previewQuery } from '../../../api/preview.ts';
import { useSettled } from '../../../components/loading/use-settled.ts';
import { monthsBetween, type StatisticForm } from '../form/statistic-form.ts';

/** The dry run of the chosen file with what is entered so far; it follows the entries while they are shown. */
export function useFilePreview(form: StatisticForm, isShown: boolean) {
  const months = monthsBetween(form);
  const { timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo } = form;
  const time = { timeMonthFrom, timeYearFrom, timeMonthTo, timeYearTo };
  const noTime = { timeMonthFrom: null, timeYearFrom: null, timeMonthTo: null, timeYearTo: null };
  const key = JSON.stringify([form.customerExternalId.trim(), months !== null && months > 0 ? time : noTime]);
  const [customerExternalId, range] = JSON.parse(useSettled(key, 400)) as [string, typeof time];
  const request: PreviewRequest | null =
    isShown && form.file ? { file: form.file, customerExternalId, ...range, columns: form.columns } : null;
  return { request, query: useQuery(previewQuery(request)) };
}
