import { Button, ProgressBar } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import type { MakingProgress } from '../../api/made-file.ts';
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
