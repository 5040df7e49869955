import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { announceChange } from '../../../api/changed-statistics.ts';
import { download } from '../../../api/download.ts';
import type { Statistic } from '../../../api/statistics.ts';
import { deleteStatistic, mergeIntoLists, restoreStatistic, setActive } from '../../../api/statistics.ts';
import { failureText } from '../../../components/feedback/failure-notice.tsx';
import { showSuccess, showUndoable } from '../../../components/feedback/toasts.ts';

/** What the row menu does at once; `error` of the last attempt stays until the next one or until it is dismissed. */
export function useRowActions() {
  const { t } = useTranslation(['manage', 'upload']);
  const portal = useTranslation();
  const queryClient = useQueryClient();
  const [error, setError] = useState<unknown>(null);

  const action = useMutation({
    mutationFn: (act: () => Promise<void>) => {
      setError(null);
      return act();
    },
    onError: setError,
  });

  const toggle = (statistic: Statistic) =>
    action.mutate(async () => {
      const { active } = await setActive(statistic.bezugsStatistikID, !statistic.active);
      mergeIntoLists(queryClient, statistic.bezugsStatistikID, { active });
      showSuccess(t(active ? 'done.enabled' : 'done.disabled'));
      // Brings the new revision, on which the next edit is based.
      await announceChange(statistic.directLinkId);
    });

  const restore = (statistic: Statistic) =>
    action.mutate(async () => {
      await restoreStatistic(statistic.bezugsStatistikID);
      showSuccess(t('done.restored'));
      await announceChange(statistic.directLinkId);
    });

  const remove = (statistic: Statistic) =>
    action.mutate(async () => {
      await deleteStatistic(statistic.bezugsStatistikID);
      showUndoable(t('done.deleted', { customer: statistic.customerName || t('upload:past.noName') }), {
        text: t('done.undo'),
        onClick: () => restore(statistic),
      });
      await announceChange(statistic.directLinkId);
    });

  const file = ({ directLinkId }: Statistic) =>
    action.mutate(() => download(`/statistics/${directLinkId}/file`));

  const consent = ({ directLinkId }: Statistic) =>
    download(`/statistics/${directLinkId}/consent`).catch((failure) => alert(failureText(failure, portal.t)));

  return { toggle, restore, remove, file, consent, error, dismiss: () => setError(null) };
}
