import { Button, Tag } from '@blueprintjs/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announceChange } from '../../api/changed-statistics.ts';
import { isNotFound } from '../../api/client.ts';
import { type CombinedMember, leaveMembers, membersQuery } from '../../api/combined.ts';
import { formatCount } from '../../i18n/formats.ts';
import { FailureNotice } from '../feedback/failure-notice.tsx';
import { showSuccess } from '../feedback/toasts.ts';
import { Link } from '../navigation/link.tsx';
import { memberName } from './member-name.ts';
import { MemberNotices } from './member-notices.tsx';
import { PortalDialog } from './portal-dialog.tsx';
import '../forms/forms.css';
import './dialogs.css';

/**
 * The members of a combined statistic, what has become of them, and for who may change it a way to take some out: those that
 * stop it are chosen from the start.
 */
export default function MembersDialog({
  directLinkId,
  onClose,
}: {
  directLinkId: string;
  onClose: () => void;
}) {
  const { t } = useTranslation(['combined', 'portal']);
  const hintId = useId();
  const { data, error, refetch } = useQuery(membersQuery(directLinkId));
  const members = data?.members ?? [];
  /** Places that are decided about by hand, of so many; the others go out where they stop it. */
  const [decisions, setDecisions] = useState<Decisions>({ of: 0, ways: {} });
  // With fewer members the places are those of others.
  const decided = decisions.of === members.length ? decisions.ways : {};
  const goesOut = ({ position, state }: CombinedMember) =>
    Boolean(data?.mayChange) &&
    (state === 'deleted' || (decided[position] ?? (state === 'open' ? 'in' : 'out')) === 'out');
  const left = members.filter((member) => !goesOut(member));
  const isChanged = left.length < members.length;
  const saving = useMutation({
    mutationFn: () =>
      leaveMembers(
        directLinkId,
        left.map(({ position }) => position),
        members.length,
      ),
    async onSuccess() {
      showSuccess(t('members.saved'));
      await announceChange(directLinkId);
      onClose();
    },
    // Somebody else was faster, or no answer came: it may be saved.
    onError: () => announceChange(directLinkId),
  });
  return (
    <PortalDialog
      wide
      title={t('members.title')}
      onClose={onClose}
      canClose={!saving.isPending}
      actions={
        <>
          <Button variant="outlined" text={t('portal:action.close')} onClick={onClose} />
          {data?.mayChange && (
            <Button
              intent="primary"
              text={t('members.save')}
              disabled={!isChanged || left.length < 2}
              aria-describedby={hintId}
              loading={saving.isPending}
              onClick={() => saving.mutate()}
            />
          )}
        </>
      }
    >
      {saving.isError && <FailureNotice error={saving.error} />}
      {isNotFound(error) && <p>{t('members.noMembers')}</p>}
      {error && !isNotFound(error) ? <FailureNotice error={error} onRetry={refetch} /> : null}
      {data && <MemberNotices members={data} />}
      <ol className="members-dialog" inert={saving.isPending}>
        {members.map((member) => (
          <li key={member.position} data-out={goesOut(member)}>
            <Member
              member={member}
              goesOut={goesOut(member)}
              onDecide={
                data?.mayChange && member.state !== 'deleted'
                  ? (way) =>
                      setDecisions({ of: members.length, ways: { ...decided, [member.position]: way } })
                  : undefined
              }
            />
          </li>
        ))}
      </ol>
      <p id={hintId} role="status">
        {isChanged && left.length < 2 && t('members.tooFew')}
      </p>
    </PortalDialog>
  );
}

interface Decisions {
  of: number;
  ways: Readonly<Record<number, 'out' | 'in'>>;
}

interface MemberProps {
  member: CombinedMember;
  goesOut: boolean;
  onDecide: ((way: 'out' | 'in') => void) | undefined;
}

function Member({ member: { position, state, statistic }, goesOut, onDecide }: MemberProps) {
  const { t } = useTranslation('combined');
  const name = statistic ? memberName(statistic) : t('members.unnamed', { n: formatCount(position) });
  // Members of one customer and the same months have the same name.
  const numbered = statistic ? `${formatCount(position)}. ${name}` : name;
  return (
    <>
      <span className="members-dialog__name">
        <span>{formatCount(position)}.</span>
        {statistic && state === 'open' ? (
          <Link
            replace
            to={`/dashboard/${statistic.directLinkId}`}
            aria-label={t('members.open', { name: numbered })}
          >
            {name}
          </Link>
        ) : (
          <span>{name}</span>
        )}
        {statistic && <small>{statistic.fileName}</small>}
        {state !== 'open' && <Tag intent="warning">{t(`members.state.${state}`)}</Tag>}
        {goesOut && <Tag minimal>{t('members.takenOut')}</Tag>}
      </span>
      {onDecide && (
        <Button
          variant="outlined"
          size="small"
          text={t(goesOut ? 'members.keep' : 'members.takeOut')}
          aria-label={t(goesOut ? 'members.keepOf' : 'members.takeOutOf', { name: numbered })}
          onClick={() => onDecide(goesOut ? 'in' : 'out')}
        />
      )}
    </>
  );
}
