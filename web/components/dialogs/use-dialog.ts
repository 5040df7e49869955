import { useEffect, useRef } from 'react';
import { type createBrowserRouter, useLocation } from 'react-router';

/** What a step of the history has opened on its page. */
interface Opened {
  dialog: string;
  /** What it shows: plain values, which the history can keep. */
  value: unknown;
}

let router: ReturnType<typeof createBrowserRouter>;

/** What had the focus. */
let opener: Element | null = null;
let isClosing = false;

/** Dialogs are steps of its history. Once, before it is shown. */
export function openDialogsBy(given: ReturnType<typeof createBrowserRouter>): void {
  router = given;
}

/** How another address takes the place of this one: the page stays where it is, and a dialog open. */
export function inItsPlace() {
  return { replace: true, state: router.state.location.state } as const;
}

/** Opens a dialog as a step of the history: Back closes it, Forward and a reload open it again. */
export function openDialog<Value>(dialog: string, value: Value): void {
  opener = document.activeElement;
  const { state, ...here } = router.state.location;
  const opened: Opened = { dialog, value };
  router.navigate(here, {
    state: { ...state, opened },
    flushSync: true,
    // The page stays.
    defaultShouldRevalidate: false,
  });
}

/** What the dialog of that name is opened with, null while it is not open. When it closes, the focus returns. */
export function useDialog<Value>(dialog: string): [value: Value | null, close: () => void] {
  const opened = openedBy(useLocation().state);
  const current = opened?.dialog === dialog ? opened : null;
  const last = useRef(current);
  // The dialog goes at once, and what it would do on closing with it.
  useEffect(() => {
    if (last.current && !current && opener instanceof HTMLElement) opener.focus();
    last.current = current;
    isClosing = false;
  }, [current]);
  return [(current?.value ?? null) as Value | null, () => close(current)];
}

function close(which: Opened | null): void {
  const open = openedBy(router.state.location.state);
  // The step before comes a moment later: a second call would leave the page. What was being saved when Back closed its dialog
  // closes none.
  if (isClosing || !open || JSON.stringify(open) !== JSON.stringify(which)) return;
  isClosing = true;
  router.navigate(-1);
}

function openedBy(state: unknown): Opened | undefined {
  return (state as { opened?: Opened } | null)?.opened;
}
