import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announceChange } from '../../../api/changed-statistics.ts';
import { download } from '../../../api/download.ts';
import type { User } from '../../../api/session.ts';
import {
  deleteStatistic,
  mergeIntoLists,
  restoreStatistic,
  type Statistic,
  setActive,
} from '../../../api/statistics.ts';
import { openDialog, useDialog } from '../../../components/dialogs/use-dialog.ts';
import { failureText } from '../../../components/feedback/failure-notice.tsx';
import { showFailure, showSuccess, showUndoable } from '../../../components/feedback/toasts.ts';
import type { OpenDialog } from './row-dialogs.tsx';
import { unsavedStatistic } from './use-unsaved-edit.ts';

/** What the row menu does at once; `error` of the last attempt stays until the next one or until it is dismissed. */
export function useRowActions() {
  const { t } = useTranslation(['manage', 'upload']);
  const portal = useTranslation();
  const queryClient = useQueryClient();
  const [error, setError] = useState<unknown>(null);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);

  const action = useMutation({
    mutationFn: (act: () => Promise<void>) => {
      setError(null);
      return act();
    },
    // What is taken back may be so from another page.
    onError: (failure) => (isShown.current ? setError(failure) : showFailure(failureText(failure, portal.t))),
  });

  const change = ({ directLinkId }: Statistic, act: () => Promise<void>) =>
    action.mutate(async () => {
      try {
        await act();
      } catch (failure) {
        // Where no answer came it may be done.
        announceChange(directLinkId);
        throw failure;
      }
      // Brings the new revision, on which the next edit is based.
      await announceChange(directLinkId);
    });

  const toggle = (statistic: Statistic) =>
    change(statistic, async () => {
      const { active } = await setActive(statistic.bezugsStatistikID, !statistic.active);
      mergeIntoLists(queryClient, statistic.bezugsStatistikID, { active });
      showSuccess(t(active ? 'done.enabled' : 'done.disabled'));
    });

  const restore = (statistic: Statistic) =>
    change(statistic, async () => {
      await restoreStatistic(statistic.bezugsStatistikID);
      showSuccess(t('done.restored'));
    });

  const remove = (statistic: Statistic) =>
    change(statistic, async () => {
      await deleteStatistic(statistic.bezugsStatistikID);
      showUndoable(t('done.deleted', { customer: statistic.customerName || t('upload:past.noName') }), {
        text: t('done.undo'),
        onClick: () => restore(statistic),
      });
    });

  const file = ({ directLinkId }: Statistic) =>
    action.mutate(() => download(`/statistics/${directLinkId}/file`));

  const consent = ({ directLinkId }: Statistic) =>
    download(`/statistics/${directLinkId}/consent`).catch((failure) => alert(failureText(failure, portal.t)));

  return { toggle, restore, remove, file, consent, error, dismiss: () => setError(null) };
}

const dialogName = 'statistic';

/**
 * The dialog that the row menu has opened, in the address with the user who opened it: `?dialog=statistic.edit.7.3`. Whoever signs in
 * at that address instead does not see it. Back closes it, and what is entered in an edit stays. An edit that was not saved is open
 * when the page is.
 */
export function useRowDialog(user: User, statistics: readonly Statistic[]) {
  const [opened] = useDialog(dialogName);
  const isBegun = useRef(false);
  useEffect(() => {
    const unsaved = !isBegun.current && opened === null && unsavedStatistic(user);
    isBegun.current = true;
    if (unsaved) open('edit', unsaved);
  });

  function open(kind: OpenDialog['kind'], { bezugsStatistikID: id }: Statistic) {
    openDialog(dialogName, `${kind}.${id}.${user.id}`);
  }

  const [kind, id, by] = opened?.split('.') ?? [];
  const unsaved = kind === 'edit' ? unsavedStatistic(user) : undefined;
  const statistic = [...statistics, ...(unsaved ? [unsaved] : [])].find(
    ({ bezugsStatistikID }) => String(bezugsStatistikID) === id,
  );
  const isOwn = by === String(user.id);
  return { dialog: isOwn && statistic ? ({ kind, statistic } as OpenDialog) : null, open };
}
