import { Button, Callout, Icon, ProgressBar, Spinner } from '@blueprintjs/core';
import { Circle, ErrorIcon, Refresh, TickCircle } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { ApiFailure, requestToLookUp } from '../../api/client.ts';
import { overallProgress, type UploadProgress, uploadStages } from '../../api/upload.ts';
import { failureText } from '../../components/feedback/failure-notice.tsx';
import { formatCount } from '../../i18n/formats.ts';

/** How far an upload is, as a bar, as a list of stages and, once per stage, in words for screen readers. */
export function UploadProgressView({ fileName, progress }: { fileName: string; progress: UploadProgress }) {
  const { t } = useTranslation('upload');
  const current = uploadStages.indexOf(progress.stage);
  return (
    <div className="upload-progress">
      <p>{t('progress.title', { file: fileName })}</p>
      <ProgressBar
        intent="primary"
        value={overallProgress(progress)}
        aria-label={t('progress.title', { file: fileName })}
      />
      <p className="visually-hidden" role="status">
        {t(`progress.${progress.stage}`)}
      </p>
      <ol className="plain-list upload-progress__stages">
        {uploadStages.map((stage, index) => (
          <li
            key={stage}
            data-state={index < current ? 'done' : index === current ? 'current' : 'waiting'}
            aria-current={index === current ? 'step' : undefined}
          >
            {index < current && <Icon icon={<TickCircle />} />}
            {index === current && <Spinner size={16} aria-hidden="true" />}
            {index > current && <Icon icon={<Circle />} />}
            <span>{t(`progress.${stage}`)}</span>
            {stage === 'reading' && progress.rows > 0 && (
              <span className="upload-progress__rows">
                {t('progress.rows', { count: progress.rows, formatted: formatCount(progress.rows) })}
              </span>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

interface UploadFailureProps {
  fileName: string;
  error: unknown;
  onRetry?: (() => void) | undefined;
}

/** Why a file was not imported: the inner message says most, then the message, then that something went wrong. */
export function UploadFailure({ fileName, error, onRetry }: UploadFailureProps) {
  const { t } = useTranslation();
  const failure = error instanceof ApiFailure ? error : undefined;
  const requestId = requestToLookUp(error);
  return (
    <Callout role="alert" intent="danger" icon={<ErrorIcon />} className="upload-failure">
      <strong>{fileName}</strong>
      <p>{failure?.innerMessage || failureText(error, t)}</p>
      {requestId && <small>{t('failure.requestId', { id: requestId })}</small>}
      {onRetry && (
        <Button
          intent="danger"
          variant="outlined"
          icon={<Refresh />}
          text={t('action.retry')}
          onClick={onRetry}
        />
      )}
    </Callout>
  );
}
