import { useEffect, useRef } from 'react';
import type { User } from '../../../api/session.ts';
import type { Statistic } from '../../../api/statistics.ts';
import { openDialog, useOpened } from '../../../components/dialogs/opened.ts';
import type { OpenDialog } from './row-dialogs.tsx';
import { unsavedStatistic } from './use-unsaved-edit.ts';

const dialog = 'statistic';

/** What a step of the history holds: of the row its id alone, and who opened it. */
interface Opened {
  kind: OpenDialog['kind'];
  id: number;
  user: User['id'];
}

/**
 * The dialog that the row menu has opened, as a step of the history: Back closes it, and what is entered in an edit stays.
 * An edit that was not saved is open when the page is.
 */
export function useRowDialog(user: User, statistics: readonly Statistic[]) {
  const [opened, close] = useOpened<Opened>(dialog);
  const isBegun = useRef(false);
  useEffect(() => {
    const unsaved = !isBegun.current && !opened && unsavedStatistic(user);
    isBegun.current = true;
    if (unsaved) open('edit', unsaved);
  });

  function open(kind: Opened['kind'], { bezugsStatistikID: id }: Statistic) {
    openDialog<Opened>(dialog, { kind, id, user: user.id });
  }

  function statisticOf({ kind, id }: Opened): Statistic | undefined {
    const unsaved = kind === 'edit' ? unsavedStatistic(user) : undefined;
    return [...statistics, ...(unsaved ? [unsaved] : [])].find(
      ({ bezugsStatistikID }) => bezugsStatistikID === id,
    );
  }

  const statistic = opened?.user === user.id ? statisticOf(opened) : undefined;
  return { dialog: opened && statistic ? { kind: opened.kind, statistic } : null, open, close };
}
