import { OverlayToaster, type Toaster } from '@blueprintjs/core';

let toaster: Promise<Toaster> | undefined;

/** A short message at the edge of the screen for what has no place on the page. */
export function showFailure(message: string): void {
  show(message, 'danger');
}

export function showSuccess(message: string): void {
  show(message, 'success');
}

function show(message: string, intent: 'danger' | 'success'): void {
  toaster ??= OverlayToaster.create({ position: 'bottom' });
  toaster.then((created) => created.show({ message, intent }));
}
