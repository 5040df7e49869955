import { Button } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import type { ListedUser } from '../../api/people.ts';
import { PortalDialog } from '../../components/dialogs/portal-dialog.tsx';
import { SessionList } from '../../components/lists/session-list.tsx';

/** Where a user is signed in, for administrators. */
export default function SessionsDialog({ user, onClose }: { user: ListedUser; onClose: () => void }) {
  const { t } = useTranslation(['account', 'portal']);
  return (
    <PortalDialog
      title={t('sessions.of', { name: user.name })}
      onClose={onClose}
      actions={<Button variant="outlined" text={t('portal:action.close')} onClick={onClose} />}
    >
      <SessionList whose={user.id} />
    </PortalDialog>
  );
}
