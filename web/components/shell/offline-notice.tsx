import { Callout } from '@blueprintjs/core';
import { Offline } from '@blueprintjs/icons';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { isConnected, onConnectionChange } from '../../api/connection.ts';
import './session-notice.css';

/** Says that the server can't be reached, for as long as it can't. */
export function OfflineNotice() {
  const { t } = useTranslation();
  const connected = useSyncExternalStore(onConnectionChange, isConnected);
  if (connected) return null;
  return (
    <Callout role="status" intent="warning" icon={<Offline />} className="session-notice">
      <p>
        <strong>{t('offline.title')}</strong> {t('offline.text')}
      </p>
    </Callout>
  );
}
