import type { Toaster, ToastProps } from '@blueprintjs/core';

let toaster: Promise<Pick<Toaster, 'show'>> | undefined;

/** A short message at the edge of the screen for what has no place on the page. */
export function showFailure(message: string): void {
  show(message, 'danger');
}

export function showSuccess(message: string): void {
  show(message, 'success');
}

/** What was done, with a way to take it back for a while. */
export function showUndoable(message: string, undo: { text: string; onClick: () => void }): void {
  show(message, 'none', { action: undo, timeout: 15_000 });
}

/** What was done, with a way to where it shows. */
export function showDone(message: string, way: { text: string; onClick: () => void }): void {
  show(message, 'success', { action: way, timeout: 10_000 });
}

/** Fetches the code of messages before there is one to show: what failed for want of a connection is to be said. */
export function fetchToasts(): Promise<unknown> {
  return import('./toaster.ts');
}

function show(message: string, intent: 'danger' | 'success' | 'none', more: Partial<ToastProps> = {}): void {
  toaster ??= import('./toaster.ts').then(({ createToaster }) => createToaster());
  toaster.then(
    (created) => created.show({ message, intent, ...more }),
    () => {
      // The next message asks for it anew.
      toaster = undefined;
      if (intent === 'danger') alert(message);
    },
  );
}
