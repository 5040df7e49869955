import type { PopoverNextProps } from '@blueprintjs/core';
import './within-window.css';

/** What a popover with much in it is given, so that in low windows it gets as high as there is room, and scrolls. */
export const withinWindow: Pick<PopoverNextProps, 'middleware' | 'popoverClassName'> = {
  middleware: {
    size: {
      padding: 8,
      apply: ({ availableHeight, elements }) =>
        elements.floating.style.setProperty('--room', `${Math.max(Math.floor(availableHeight), 160)}px`),
    },
  },
  popoverClassName: 'within-window',
};
