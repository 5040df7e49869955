import { Button, Callout } from '@blueprintjs/core';
import { ErrorIcon, Refresh } from '@blueprintjs/icons';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { ApiFailure, requestToLookUp } from '../../api/client.ts';
import { isConnected } from '../../api/connection.ts';
import './feedback.css';
import { isNoReferenceData, NoReferenceDataNotice } from './no-reference-data.tsx';

interface FailureNoticeProps {
  error: unknown;
  /** What is missing now, where that does not go without saying. */
  title?: string;
  onRetry?: (() => void) | undefined;
  className?: string;
  /** A warning where what one had is still as it was. */
  intent?: 'danger' | 'warning';
}

/** What went wrong, a way to try again, and for what nobody expected the id that support looks up in the log. */
export function FailureNotice({ error, title, onRetry, className, intent = 'danger' }: FailureNoticeProps) {
  const { t } = useTranslation();
  const failure = error instanceof ApiFailure ? error : undefined;
  const requestId = requestToLookUp(error);
  if (isNoReferenceData(error)) return <NoReferenceDataNotice className={className} />;
  return (
    <Callout
      role="alert"
      intent={intent}
      icon={<ErrorIcon />}
      className={className ? `failure-notice ${className}` : 'failure-notice'}
    >
      <p className="failure-notice__title">{title ?? t('failure.title')}</p>
      <p>{failureText(error, t)}</p>
      {failure?.innerMessage && failure.message && <p>{failure.innerMessage}</p>}
      {requestId && (
        <p className="note failure-notice__request">{t('failure.requestId', { id: requestId })}</p>
      )}
      {onRetry && (
        <Button
          intent={intent}
          variant="outlined"
          icon={<Refresh />}
          text={t('action.retry')}
          onClick={onRetry}
        />
      )}
    </Callout>
  );
}

/** The server's message, else why there is none. */
export function failureText(error: unknown, t: TFunction): string {
  // Of code that did not come, the browser does not say why.
  if (!(error instanceof ApiFailure)) return t(isConnected() ? 'failure.generic' : 'failure.network');
  if (error.code === 'file_lost') return t('failure.fileLost');
  if (error.status === 0) return t('failure.network');
  return error.message || error.innerMessage || t('failure.generic');
}
