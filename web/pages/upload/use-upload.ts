import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type UploadProgress, type UploadResult, uploadStatistic } from '../../api/upload-statistic.ts';
import { type StatisticForm, toFormData } from './form/statistic-form.ts';

const notStarted: UploadProgress = { stage: 'sending', rows: 0, bytes: 0, totalBytes: 0 };

/** One upload at a time: start it, follow it, stop it. A stopped upload is no failure; leaving the page stops it too. */
export function useUpload(onImported: (result: UploadResult) => void) {
  const [progress, setProgress] = useState(notStarted);
  // Of the upload that is under way: two presses can come before the first is drawn.
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const mutation = useMutation({
    mutationFn: ({ form, own: { signal } }: { form: StatisticForm; own: AbortController }) => {
      setProgress(notStarted);
      return uploadStatistic(toFormData(form), (made) => signal.aborted || setProgress(made), signal);
    },
    onSuccess: onImported,
    onSettled: (_result, _error, { own }) => {
      if (running.current === own) running.current = null;
    },
  });
  return {
    progress,
    start(form: StatisticForm) {
      if (running.current) return;
      const own = new AbortController();
      running.current = own;
      mutation.mutate({ form, own });
    },
    stop: () => {
      running.current?.abort();
      running.current = null;
      mutation.reset();
    },
    isRunning: mutation.isPending,
    error: mutation.error,
    result: mutation.data,
  };
}
