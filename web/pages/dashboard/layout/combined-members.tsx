import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { memberHeadsQuery } from '../../../api/combined.ts';
import { sessionQuery } from '../../../api/session.ts';
import { openDialog, useDialog } from '../../../components/dialogs/use-dialog.ts';
import { lazyComponent } from '../../../components/loading/lazy.ts';
import { LazyDialog } from '../../../components/loading/lazy-part.tsx';
import { formatCount } from '../../../i18n/formats.ts';

const MembersDialog = lazyComponent(() => import('../../../components/dialogs/members-dialog.tsx'));

export const membersDialog = 'members';

/** How many statistics are combined, for who is signed in with the way to them; nothing of an upload. */
export function CombinedOf({ directLinkId }: { directLinkId: string }) {
  const { t } = useTranslation('dashboard');
  const { data: user } = useQuery(sessionQuery);
  const { data: heads = [] } = useQuery(memberHeadsQuery(directLinkId));
  if (heads.length === 0) return null;
  const text = t('combinedOf', { count: heads.length, n: formatCount(heads.length) });
  if (!user) return <span>{text}</span>;
  return (
    <span>
      <Button
        variant="minimal"
        size="small"
        className="statistic-head__members"
        text={text}
        onClick={() => openDialog(membersDialog)}
      />
    </span>
  );
}

/** The dialog with the members, while it is open. */
export function OpenedMembers({ directLinkId }: { directLinkId: string }) {
  const [opened, close] = useDialog(membersDialog);
  if (opened === null) return null;
  return (
    <LazyDialog onClose={close}>
      <MembersDialog directLinkId={directLinkId} onClose={close} />
    </LazyDialog>
  );
}
