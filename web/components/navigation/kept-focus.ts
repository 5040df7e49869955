/** Elements that had the focus, the newest last; enough to find one that outlives a menu and the dialogs it opened. */
const most = 20;

/**
 * Keeps the focus from falling to the page's body when what has it goes: after a dialog it returns to where it was
 * before, after a deleted row it goes on to its neighbour, else to the page's content. What is disabled while something
 * works, alone or with all that is around it, has it again afterwards. What takes the focus itself, as a new page does, comes
 * first. A key is let go for what it was pressed on.
 */
export function keepFocus(): void {
  const before: HTMLElement[] = [];
  let current: HTMLElement | null = null;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  /** What stands beside elements that have gone: what a dialog gives the focus back to may go before the dialog does. */
  const beside = new WeakMap<HTMLElement, () => HTMLElement[]>();

  // Blueprint's buttons are pressed when Enter is let go on them, also where another control was pressed that has gone.
  let pressed: EventTarget | null = null;
  document.addEventListener('keydown', (event) => (pressed = event.target), { capture: true });
  document.addEventListener(
    'keyup',
    (event) => {
      if (event.key === 'Enter' && event.target !== pressed) event.stopImmediatePropagation();
    },
    { capture: true },
  );

  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    current = target;
    const known = before.indexOf(target);
    if (known >= 0) before.splice(known, 1);
    before.push(target);
    if (before.length > most) before.shift();
  });
  document.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget) return;
    const left = current;
    // Left on purpose, as by a click beside it: what goes is gone by then.
    setTimeout(() => {
      if (left && takesFocus(left) && current === left && document.activeElement === document.body)
        current = null;
    });
  });
  new MutationObserver((records) => {
    for (const each of before) {
      if (!each.isConnected && !beside.has(each)) beside.set(each, neighboursOf(each, records));
    }
    if (!current || waiting !== undefined) return;
    if (current.isConnected) {
      const works = records.some(({ type, target }) => type === 'attributes' && target.contains(current));
      if (works && document.activeElement === document.body && takesFocus(current))
        current.focus({ preventScroll: true });
      return;
    }
    waiting = setTimeout(() => {
      waiting = undefined;
      nextFor(document.activeElement)?.focus({ preventScroll: true });
    });
  }).observe(document.documentElement, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled'],
  });

  function nextFor(active: Element | null): HTMLElement | null | undefined {
    if (active === null || active === document.body) {
      return before.toReversed().flatMap(orBeside).find(takesFocus) ?? document.getElementById('content');
    }
    // A dialog that takes the focus as a whole, when the one above it has gone, gives it to what had it there.
    const over = active.matches(interactive) ? null : active.closest('.bp6-portal');
    return over && before.findLast((each) => each !== active && over.contains(each) && takesFocus(each));
  }

  function orBeside(element: HTMLElement): HTMLElement[] {
    return element.isConnected ? [element] : (beside.get(element)?.() ?? []);
  }
}

const interactive = 'a[href], button, input, select, textarea';

/** What stands around the part of the page that has gone with `lost`; nothing where that lay over the page. */
function neighboursOf(lost: HTMLElement, records: readonly MutationRecord[]): () => HTMLElement[] {
  const gone = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(lost)));
  if (!gone || !(gone.target instanceof Element) || !gone.target.closest('#content')) return () => [];
  const { nextSibling, previousSibling } = gone;
  return () =>
    [nextSibling, previousSibling].flatMap((node) => (node instanceof Element ? focusableIn(node) : []));
}

function focusableIn(element: Element): HTMLElement[] {
  return [element, ...element.querySelectorAll(interactive)].filter(
    (each): each is HTMLElement => each instanceof HTMLElement && each.matches(interactive),
  );
}

function takesFocus(element: HTMLElement): boolean {
  return element.isConnected && element.checkVisibility() && !element.matches(':disabled, [inert] *');
}
