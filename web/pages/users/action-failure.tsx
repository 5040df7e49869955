import { Button, Callout } from '@blueprintjs/core';
import { Cross, ErrorIcon } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../components/feedback/failure-notice.tsx';

export type Deed = 'create' | 'update' | 'delete' | 'deactivate' | 'activate' | 'invite' | 'export';

interface ActionFailureProps {
  deed: Deed;
  error: unknown;
  onDismiss?: () => void;
}

/** What could not be done with a user, and why; of a new user the reason alone. */
export function ActionFailure({ deed, error, onDismiss }: ActionFailureProps) {
  const { t } = useTranslation(['users', 'portal']);
  const portal = useTranslation();
  return (
    <Callout
      role="alert"
      intent="danger"
      icon={<ErrorIcon />}
      className="row row--top row--tight users__failure failure-in-sight"
    >
      <div>
        {deed !== 'create' && <strong>{t(`failure.${deed}`)}</strong>}
        <span>{failureText(error, portal.t)}</span>
      </div>
      {onDismiss && (
        <Button
          variant="minimal"
          icon={<Cross />}
          aria-label={t('portal:action.close')}
          onClick={onDismiss}
        />
      )}
    </Callout>
  );
}
