import { Button } from '@blueprintjs/core';
import { Offline, Refresh } from '@blueprintjs/icons';
import { useTranslation } from 'react-i18next';
import { PageMessage } from './page-message.tsx';

/** All that can be shown without the texts: why, and a way to try again. */
export function BootFailure() {
  const { t } = useTranslation('boot');
  return (
    <main>
      <PageMessage
        icon={<Offline size={40} />}
        title={t('failed')}
        action={<Button icon={<Refresh />} text={t('retry')} onClick={() => location.reload()} />}
      />
    </main>
  );
}
