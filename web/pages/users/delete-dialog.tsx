import { Button, Callout, FormGroup, HTMLSelect } from '@blueprintjs/core';
import { Disable, Trash, WarningSign } from '@blueprintjs/icons';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type DeletionEffect,
  deleteUser,
  deletionEffectQuery,
  type HandOverTo,
  type ListedUser,
  setUserActive,
} from '../../api/people.ts';
import { PortalDialog } from '../../components/dialogs/portal-dialog.tsx';
import { FailureNotice } from '../../components/feedback/failure-notice.tsx';
import { showSuccess, showUndoable } from '../../components/feedback/toasts.ts';
import { useDraft } from '../../components/forms/use-draft.ts';
import { ActionFailure } from './action-failure.tsx';

interface DeleteDialogProps {
  deed: 'delete' | 'deactivate';
  user: ListedUser;
  all: readonly ListedUser[];
  onClose: () => void;
  /** Takes a deactivation back. */
  onUndo: () => void;
}

/** Says what deleting or deactivating a user does, and lets somebody take over in the same step. */
export default function DeleteDialog({ deed, user, all, onClose, onUndo }: DeleteDialogProps) {
  const { t } = useTranslation(['users', 'portal']);
  const isDeletion = deed === 'delete';
  const draft = useDraft<{ heir: HandOverTo | null }>(`${deed}-user:${user.id}`, { heir: null });
  const heirs = all.filter(({ id, Active }) => Active && id !== user.id);
  const manager = nearestActiveAbove(user, all);
  // Who is not there any more is not chosen any more.
  const chosen = heirs.find(({ id }) => id === draft.form.heir)?.id;
  const otherwise = isDeletion && manager && draft.form.heir !== 'nobody' ? manager.id : 'nobody';
  const heir = chosen ?? otherwise;
  const effect = useQuery({ ...deletionEffectQuery(user.id, heir), placeholderData: keepPreviousData });
  const acting = useMutation({
    mutationFn: async () => {
      if (isDeletion) await deleteUser(user.id, heir);
      else await setUserActive(user.id, false, heir);
    },
    onSuccess() {
      const { name } = user;
      if (isDeletion) showSuccess(t('done.deleted', { name }));
      // What was handed over stays so.
      else if (heir !== 'nobody') showSuccess(t('done.deactivated', { name }));
      else showUndoable(t('done.deactivated', { name }), { text: t('done.undo'), onClick: onUndo });
      close();
    },
  });
  const Effects = isDeletion ? DeletionEffects : DeactivationEffects;

  function close() {
    draft.forget();
    onClose();
  }

  return (
    <PortalDialog
      title={t(`${deed}.title`, { name: user.name })}
      canClose={!acting.isPending}
      isKept={draft.isKept}
      onClose={close}
      actions={
        <>
          <Button
            variant="outlined"
            text={t('portal:action.cancel')}
            disabled={acting.isPending}
            onClick={close}
          />
          <Button
            intent="danger"
            icon={isDeletion ? <Trash /> : <Disable />}
            text={t(heir === 'nobody' ? `${deed}.confirm` : `${deed}.handOver`)}
            loading={acting.isPending}
            disabled={!effect.data || effect.isPlaceholderData}
            onClick={() => acting.mutate()}
          />
        </>
      }
    >
      {acting.isError && <ActionFailure deed={deed} error={acting.error} />}
      <Callout intent="warning" icon={<WarningSign />}>
        {t(`${deed}.warning`, { name: user.name, email: user.email })}
      </Callout>
      <FormGroup label={t('delete.heir')} labelFor="heir" helperText={t(`${deed}.heirHint`)}>
        <HTMLSelect
          fill
          large
          id="heir"
          disabled={acting.isPending}
          value={heir}
          onChange={({ currentTarget: { value } }) =>
            draft.change({ heir: value === 'nobody' ? value : Number(value) })
          }
        >
          <option value="nobody">{t(isDeletion ? 'delete.nobody' : 'deactivate.nobody')}</option>
          {heirs.map(({ id, name }) => (
            <option key={id} value={id}>
              {id === manager?.id ? t('delete.manager', { name }) : name}
            </option>
          ))}
        </HTMLSelect>
      </FormGroup>
      {effect.isError && <FailureNotice error={effect.error} onRetry={effect.refetch} />}
      {effect.isPending && (
        <div
          className="bp6-skeleton"
          style={{ height: 240 }}
          role="status"
          aria-label={t(`${deed}.loading`)}
        />
      )}
      {effect.data && (
        <Effects
          effect={effect.data}
          isStale={effect.isPlaceholderData}
          above={all.find(({ id }) => id === user.parentUserId)?.name}
        />
      )}
    </PortalDialog>
  );
}

/** Who gets what a deleted user has unless somebody else is chosen. Nobody reports to themselves in the end. */
function nearestActiveAbove(user: ListedUser, all: readonly ListedUser[]): ListedUser | undefined {
  const above = all.find(({ id }) => id === user.parentUserId && id !== user.id);
  return above && !above.Active ? nearestActiveAbove(above, all) : above;
}

interface DeletionEffectsProps {
  effect: DeletionEffect;
  isStale: boolean;
  /** To whom the user reports. */
  above: string | undefined;
}

/** What becomes of everything that a deleted user has. */
function DeletionEffects({ effect, isStale, above }: DeletionEffectsProps) {
  const { t } = useTranslation('users');
  const { uploads, carts, orders, notes, actions, scenarios, handedOverTo } = effect;
  const { feeds, alerts, reports, replacementFor } = effect;
  const told = [
    ...useHandedOver(effect),
    !handedOverTo && uploads > 0 && t('effect.uploadsStay', { count: uploads }),
    !handedOverTo && carts > 0 && t('effect.cartsEnd', { count: carts }),
    !handedOverTo && orders > 0 && t('effect.ordersStay', { count: orders }),
    !handedOverTo && notes > 0 && t('effect.notesEnd', { count: notes }),
    !handedOverTo && actions > 0 && t('effect.actionsEnd', { count: actions }),
    !handedOverTo && scenarios > 0 && t('effect.scenariosEnd', { count: scenarios }),
    feeds > 0 && t('effect.feeds', { count: feeds }),
    alerts && t('effect.alerts'),
    reports.length > 0 &&
      t(above ? 'effect.reportsUp' : 'effect.reportsFree', { people: namesOf(reports), above: above ?? '' }),
    replacementFor.length > 0 && t('effect.replaced', { people: namesOf(replacementFor) }),
  ];
  return <Effects title={t('effect.title')} isStale={isStale} told={told} />;
}

/** What becomes of uploads, carts and orders of a user who is deactivated. */
function DeactivationEffects({ effect, isStale, above }: DeletionEffectsProps) {
  const { t } = useTranslation('users');
  const { uploads, carts, orders, handedOverTo } = effect;
  const told = [
    // What stays is seen by whoever saw it before.
    ...useHandedOver(handedOverTo ? effect : { ...effect, loseSight: [] }),
    !handedOverTo && uploads > 0 && t('effect.uploadsKept', { count: uploads }),
    !handedOverTo && uploads > 0 && above && t('effect.seenBy', { name: above }),
    !handedOverTo && carts > 0 && t('effect.cartsKept', { count: carts }),
    !handedOverTo && orders > 0 && t('effect.ordersKept', { count: orders }),
  ];
  return <Effects title={t('effect.titleDeactivate')} isStale={isStale} told={told} />;
}

/** What goes to somebody, and who loses sight of it. */
function useHandedOver(effect: DeletionEffect) {
  const { handedOverTo, uploads, carts, cartsOfBoth, orders, notes, actions, scenarios, loseSight } = effect;
  const { t } = useTranslation('users');
  const name = handedOverTo?.name ?? '';
  return [
    handedOverTo && uploads > 0 && t('effect.uploadsGo', { count: uploads, name }),
    handedOverTo && carts > 0 && t('effect.cartsGo', { count: carts, name }),
    handedOverTo && cartsOfBoth > 0 && t('effect.cartsOfBoth', { count: cartsOfBoth, name }),
    handedOverTo && orders > 0 && t('effect.ordersGo', { count: orders, name }),
    handedOverTo && notes > 0 && t('effect.notesGo', { count: notes, name }),
    handedOverTo && actions > 0 && t('effect.actionsGo', { count: actions, name }),
    handedOverTo && scenarios > 0 && t('effect.scenariosGo', { count: scenarios, name }),
    loseSight.length > 0 && <strong>{t('effect.loseSight', { people: namesOf(loseSight) })}</strong>,
  ];
}

const namesOf = (people: readonly { name: string }[]) => people.map(({ name }) => name).join(', ');

function Effects({ title, isStale, told }: { title: string; isStale: boolean; told: React.ReactNode[] }) {
  const { t } = useTranslation('users');
  const shown = told.filter(Boolean);
  return (
    <div aria-live="polite" aria-busy={isStale}>
      <h3>{title}</h3>
      <ul className="stack gap-2 users__effects">
        {shown.map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they have no state.
          <li key={index}>{text}</li>
        ))}
        {shown.length === 0 && <li>{t('effect.nothing')}</li>}
      </ul>
    </div>
  );
}
