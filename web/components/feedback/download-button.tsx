import { Button } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { useState } from 'react';
import type { RequestOptions } from '../../api/client.ts';
import { download } from '../../api/download.ts';
import { labelled } from '../../i18n/labelled.ts';
import { FailureNotice } from './failure-notice.tsx';

interface DownloadButtonProps {
  path: string;
  query?: RequestOptions['query'];
  /** What stands on the button, and what it does in words. */
  text: string;
  label: string;
}

/** Saves a file that the server answers at once; says what went wrong, and tries again. */
export function DownloadButton({ path, query, text, label }: DownloadButtonProps) {
  const [isUnderWay, setUnderWay] = useState(false);
  const [error, setError] = useState<unknown>(null);

  async function fetchFile() {
    setUnderWay(true);
    setError(null);
    try {
      await download(path, query && { query });
    } catch (failure) {
      setError(failure);
    }
    setUnderWay(false);
  }

  return (
    <>
      <Button
        variant="outlined"
        icon={<Download />}
        text={text}
        aria-label={labelled(label, text)}
        loading={isUnderWay}
        onClick={fetchFile}
      />
      {error !== null && <FailureNotice error={error} onRetry={fetchFile} />}
    </>
  );
}
