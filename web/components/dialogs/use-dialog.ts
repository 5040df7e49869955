import { type createBrowserRouter, type Location, useLocation } from 'react-router';

/** Of the address: which dialog is open, and which item it is about: `?dialog=edit.7`. */
const parameter = 'dialog';

interface Opened {
  name: string;
  about: unknown;
}

/** What a step of the history that opens a dialog holds. */
interface Step {
  /** Back to the page below it; undefined where the address was opened with the dialog. */
  steps?: number | undefined;
  /** A dialog that no address can name. */
  opened?: Opened | undefined;
}

let router: ReturnType<typeof createBrowserRouter>;
let isClosing = false;

/** Dialogs are steps of its history. Once, before it is shown. */
export function openDialogsBy(given: ReturnType<typeof createBrowserRouter>): void {
  router = given;
  router.subscribe(() => {
    isClosing = false;
  });
}

/** How another address takes the place of this one: a dialog stays open. */
export function inItsPlace() {
  return { replace: true, state: router.state.location.state } as const;
}

/**
 * Opens a dialog as a step of the history: Back closes it, Forward and a reload open it again. The address names it and the item
 * that it is `about`; what is no text, such as the figures of a row, is in the history's state, which no link carries.
 */
export function openDialog(name: string, about: unknown = ''): void {
  const { pathname, search, hash, state } = router.state.location;
  const { steps = 0 } = (state ?? {}) as Step;
  const parameters = new URLSearchParams(search);
  const isLinked = steps === 0 && parameters.has(parameter);
  const isNamed = typeof about === 'string';
  if (isNamed) parameters.set(parameter, about ? `${name}.${about}` : name);
  const step: Step = {
    steps: isLinked ? undefined : steps + 1,
    opened: isNamed ? undefined : { name, about },
  };
  router.navigate(
    { pathname, search: String(parameters), hash },
    // The page stays, and asks for nothing.
    { state: { ...state, ...step }, flushSync: true, defaultShouldRevalidate: false },
  );
}

/**
 * What the dialog of that name is about, '' for nothing in particular, null while it is not open; and what closes whichever is open,
 * unless Back has closed it by then.
 */
export function useDialog<About = string>(name: string): [about: About | null, close: () => void] {
  const opened = openedIn(useLocation());
  return [opened?.name === name ? (opened.about as About) : null, () => close(opened)];
}

function close(which: Opened | null): void {
  const { location } = router.state;
  // The step before comes a moment later: a second call would leave the page.
  if (isClosing || !which || JSON.stringify(openedIn(location)) !== JSON.stringify(which)) return;
  const { steps } = (location.state ?? {}) as Step;
  if (steps) {
    isClosing = true;
    router.navigate(-steps);
    return;
  }
  const parameters = new URLSearchParams(location.search);
  parameters.delete(parameter);
  router.navigate(
    { ...location, search: String(parameters) },
    { ...inItsPlace(), defaultShouldRevalidate: false },
  );
}

function openedIn({ search, state }: Location): Opened | null {
  const { opened } = (state ?? {}) as Step;
  const named = new URLSearchParams(search).get(parameter);
  if (opened || named === null) return opened ?? null;
  const [name = '', ...about] = named.split('.');
  return { name, about: about.join('.') };
}
