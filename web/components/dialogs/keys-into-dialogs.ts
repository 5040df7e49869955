/**
 * Leads keys into a dialog that lies over the page but has not got the focus yet, or has lost it: else Escape of a fast
 * hand would reach nobody, and Enter would press the button behind once more. Once, before anything is shown.
 */
export function leadKeysIntoDialogs(): void {
  document.addEventListener('keydown', lead, { capture: true });
}

function lead(event: KeyboardEvent): void {
  const dialog = topDialog();
  if (!dialog || !(event.target instanceof Node) || !isBehind(event.target, dialog)) return;
  const first = dialog.querySelector<HTMLElement>('[tabindex="0"]');
  first?.focus({ preventScroll: true });
  if (!['Escape', 'Enter', ' '].includes(event.key)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.key === 'Escape') first?.dispatchEvent(new KeyboardEvent(event.type, event));
}

/** Of the overlays that cover the page the one on top. */
function topDialog(): Element | undefined {
  return [...document.querySelectorAll('.bp6-overlay-open:has(> .bp6-overlay-backdrop)')].at(-1);
}

/** The page, its body where nothing has the focus, and what lay over the page before. */
function isBehind(target: Node, dialog: Element): boolean {
  return (target.compareDocumentPosition(dialog) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
