import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { createBrowserRouter } from 'react-router';

/** A dialog that a step of the history has opened on its page. */
interface Opened {
  /** Of the page that it stands on. */
  pathname: string;
  dialog: string;
  /** What it shows: plain values, which the history can keep. */
  value: unknown;
}

let opened: Opened | null = null;

/** What had the focus. */
let opener: Element | null = null;
let isClosing = false;

/** A way out of the dialog is being followed. */
let isLeaving = false;
const followers = new Set<() => void>();

/** Follows what the steps of the history have opened. Once, before the router is shown. */
export function followOpened(router: ReturnType<typeof createBrowserRouter>): void {
  read();
  // While the router is on its way to another page, what was opened there would stand over this one.
  router.subscribe(({ navigation, historyAction, location: { pathname } }) => {
    if (navigation.state !== 'idle') return;
    // What was typed before the dialog was opened has come into the address of its step only now.
    if (historyAction === 'REPLACE' && !isLeaving && opened?.pathname === pathname) put(opened);
    isLeaving = false;
    read();
  });
  addEventListener(
    'click',
    ({ target }) => {
      if (target instanceof Element && target.closest('.bp6-dialog a')) isLeaving = true;
    },
    { capture: true },
  );
  addEventListener(
    'popstate',
    (event) => {
      if (!isOnPage(router.state.location)) return;
      // The page is the same, and so is its address: the router would only draw it anew.
      event.stopImmediatePropagation();
      read();
    },
    { capture: true },
  );
}

/**
 * Opens a dialog as a step of the history: Back closes it, Forward and a reload open it again. The page's address stays,
 * so nothing of the page is asked or drawn anew, which on lists of hundreds of rows takes its time.
 */
export function openDialog<Value>(dialog: string, value: Value): void {
  opener = document.activeElement;
  isLeaving = false;
  const { pathname } = location;
  history.pushState({ ...history.state, opened: { pathname, dialog, value } satisfies Opened }, '');
  read();
}

/** What the dialog of that name is opened with, null while it is not open. When it closes, the focus returns. */
export function useOpened<Value>(dialog: string): [value: Value | null, close: () => void] {
  const current = useSyncExternalStore(follow, () => (opened?.dialog === dialog ? opened : null));
  const last = useRef(current);
  // The dialog goes at once, and what it would do on closing with it.
  useEffect(() => {
    if (last.current && !current && opener instanceof HTMLElement) opener.focus();
    last.current = current;
  }, [current]);
  return [(current?.value ?? null) as Value | null, close];
}

function close(): void {
  // The step before comes a moment later: a second call would leave the page.
  if (!opened || isClosing) return;
  isClosing = true;
  history.back();
}

function put(again: Opened): void {
  history.replaceState({ ...history.state, opened: again }, '');
}

function read(): void {
  isClosing = false;
  opened = ((history.state as { opened?: Opened } | null)?.opened ?? null) as Opened | null;
  for (const tell of followers) tell();
}

function follow(tell: () => void): () => void {
  followers.add(tell);
  return () => followers.delete(tell);
}

function isOnPage({
  key,
  pathname,
  search,
  hash,
}: {
  key: string;
  pathname: string;
  search: string;
  hash: string;
}) {
  const { key: own = 'default' } = (history.state ?? {}) as { key?: string };
  return own === key && location.pathname + location.search + location.hash === pathname + search + hash;
}
