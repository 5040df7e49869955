import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type UploadProgress, type UploadResult, uploadStatistic } from '../../api/upload-statistic.ts';
import { type StatisticForm, toFormData } from './form/statistic-form.ts';

const notStarted: UploadProgress = { stage: 'sending', rows: 0, bytes: 0, totalBytes: 0 };

/** One upload at a time: start it, follow it, stop it. A stopped upload is no failure; leaving the page stops it too. */
export function useUpload(onImported: (result: UploadResult) => void) {
  const [progress, setProgress] = useState(notStarted);
  const controller = useRef<AbortController>(null);
  // Two presses can come before the first is drawn.
  const isUnderWay = useRef(false);
  useEffect(() => () => controller.current?.abort(), []);
  const mutation = useMutation({
    mutationFn: (form: StatisticForm) => {
      setProgress(notStarted);
      controller.current = new AbortController();
      return uploadStatistic(toFormData(form), setProgress, controller.current.signal);
    },
    onSuccess: onImported,
    onSettled: () => {
      isUnderWay.current = false;
    },
  });
  return {
    progress,
    start(form: StatisticForm) {
      if (isUnderWay.current) return;
      isUnderWay.current = true;
      mutation.mutate(form);
    },
    stop: () => {
      controller.current?.abort();
      isUnderWay.current = false;
      mutation.reset();
    },
    isRunning: mutation.isPending,
    error: mutation.error,
    result: mutation.data,
  };
}
