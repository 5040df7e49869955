import { Button, ProgressBar } from '@blueprintjs/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../api/download.ts';
import './feedback.css';

/** Says that a file is being made, with a way to end it. */
export function MadeFileUnderWay({ onCancel }: { onCancel: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="made-file row gap-4">
      <ProgressBar intent="primary" aria-label={t('madeFile')} />
      <p role="status">{t('madeFile')}</p>
      <Button variant="outlined" size="small" text={t('action.cancel')} onClick={onCancel} />
    </div>
  );
}

/** A download of what the server makes first: one at a time, with a way to end it, and what it failed of. */
export function useMadeFile() {
  const [isUnderWay, setUnderWay] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const current = useRef<AbortController>(undefined);
  useEffect(() => () => current.current?.abort(), []);

  /** Tells whether the file has come. */
  async function start(path: string, query = new URLSearchParams()): Promise<boolean> {
    current.current?.abort();
    const controller = new AbortController();
    const { signal } = controller;
    current.current = controller;
    setError(null);
    setUnderWay(true);
    try {
      await download(path, { query, signal });
      return true;
    } catch (failure) {
      if (!signal.aborted) setError(failure);
      return false;
    } finally {
      if (current.current === controller) setUnderWay(false);
    }
  }

  return { isUnderWay, error, start, cancel: () => current.current?.abort() };
}
