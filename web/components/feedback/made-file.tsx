import { Button, ProgressBar } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadMade, type MakingProgress } from '../../api/download.ts';
import { formatCount } from '../../i18n/formats.ts';
import './feedback.css';

interface MadeFileProgressProps {
  progress: MakingProgress;
  onCancel: () => void;
}

/** How far the server is with a file, and a way to let it be. */
export function MadeFileProgress({ progress: { rows, totalRows }, onCancel }: MadeFileProgressProps) {
  const { t } = useTranslation();
  return (
    <div className="made-file-progress">
      <ProgressBar
        intent="primary"
        aria-label={t('madeFile.label')}
        {...(totalRows > 0 ? { value: rows / totalRows } : {})}
      />
      <p role="status">
        {totalRows > 0
          ? t('madeFile.rows', { rows: formatCount(rows), total: formatCount(totalRows) })
          : t('madeFile.waiting')}
      </p>
      <Button variant="outlined" size="small" text={t('action.cancel')} onClick={onCancel} />
    </div>
  );
}

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
