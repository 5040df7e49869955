import { OverlayToaster, type Toaster } from '@blueprintjs/core';
import './toaster.css';

/** Over the top bar: what a list says stays readable and can be clicked. */
export function createToaster(): Promise<Toaster> {
  return OverlayToaster.create({ position: 'top' });
}
