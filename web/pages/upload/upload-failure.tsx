import { Callout } from '@blueprintjs/core';
import { ErrorIcon } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { ApiFailure, requestToLookUp } from '../../api/client.ts';
import { failureText } from '../../components/feedback/failure-notice.tsx';

/** Why a file was not imported: the inner message says most, then the message, then that something went wrong. */
export function UploadFailure({ fileName, error }: { fileName: string; error: unknown }) {
  const { t } = useTranslation();
  const failure = error instanceof ApiFailure ? error : undefined;
  const requestId = requestToLookUp(error);
  return (
    <Callout role="alert" intent="danger" icon={<ErrorIcon />} className="upload-failure">
      <strong>{fileName}</strong>
      <p>{failure?.innerMessage || failureText(error, t)}</p>
      {requestId && <small>{t('failure.requestId', { id: requestId })}</small>}
    </Callout>
  );
}
