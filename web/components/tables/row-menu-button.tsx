import { Button, type ButtonProps, PopoverNext } from '@blueprintjs/core';
import { More } from '@blueprintjs/icons';
import type { ReactElement } from 'react';

interface RowMenuButtonProps extends ButtonProps {
  /** Whose menu it is. */
  'aria-label': string;
  menu: ReactElement;
}

/** Three dots at the end of a row, which open what can be done with it. */
export function RowMenuButton({ menu, ...button }: RowMenuButtonProps) {
  return (
    <PopoverNext
      content={menu}
      placement="bottom-end"
      arrow={false}
      animation="minimal"
      // Once it has faded it would take the focus from the dialog that it has opened; kept-focus.ts gives it back.
      shouldReturnFocusOnClose={false}
    >
      <Button variant="minimal" icon={<More />} {...button} />
    </PopoverNext>
  );
}
