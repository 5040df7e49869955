import { OverlayToaster, type Toaster } from '@blueprintjs/core';
import './feedback.css';

/** Pixels between a message and the first link of the top bar. */
const gap = 8;
/** Pixels that a message of a few words takes. */
const least = 240;

/** Over the name in the top bar: its links, where one goes on to, and what a list says can be clicked meanwhile. */
export async function createToaster(): Promise<Pick<Toaster, 'show'>> {
  const toaster = await OverlayToaster.create({ position: 'top-left' });
  return {
    show(message) {
      leaveLinksFree();
      return toaster.show(message);
    },
  };
}

/** The name is as wide as the provider's is long, and on narrow screens the links stand below it. Without room it lies below the bar. */
function leaveLinksFree(): void {
  const boxOf = (name: string) => document.querySelector(name)?.getBoundingClientRect();
  const name = boxOf('.top-bar__brand');
  const links = boxOf('.top-bar__links');
  const isBeside = name && links && links.width > 0 && links.top < name.bottom;
  const room = isBeside ? links.left - name.left - gap : undefined;
  const hasRoom = room === undefined || room >= least;
  const { style } = document.documentElement;
  if (name) style.setProperty('--toast-left', `${name.left}px`);
  style.setProperty('--toast-room', hasRoom && room !== undefined ? `${room}px` : '100%');
  style.setProperty('--toast-top', hasRoom ? '0' : `${Math.max(0, links?.bottom ?? 0)}px`);
}
