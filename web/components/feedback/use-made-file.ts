import { useEffect, useRef, useState } from 'react';
import { downloadMade, type MakingProgress } from '../../api/made-file.ts';

/** A download of what the server makes first: one at a time, with its progress, a way to end it, and what it failed of. */
export function useMadeFile() {
  const [progress, setProgress] = useState<MakingProgress | null>(null);
  const [error, setError] = useState<unknown>(null);
  const underWay = useRef<AbortController>(undefined);
  useEffect(() => () => underWay.current?.abort(), []);

  /** Tells whether the file has come. */
  async function start(path: string, query = new URLSearchParams()): Promise<boolean> {
    underWay.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    underWay.current = controller;
    setError(null);
    setProgress({ rows: 0, totalRows: 0 });
    try {
      await downloadMade(path, { query, onProgress: setProgress, signal });
      return true;
    } catch (failure) {
      if (!signal.aborted) setError(failure);
      return false;
    } finally {
      if (underWay.current === controller) setProgress(null);
    }
  }

  return { progress, error, start, cancel: () => underWay.current?.abort() };
}
