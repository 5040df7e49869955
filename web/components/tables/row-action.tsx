import { Classes } from '@blueprintjs/core';
import type { ReactElement } from 'react';

interface RowActionProps {
  /** What it does to which row. */
  name: string;
  icon: ReactElement;
  disabled?: boolean;
  onClick: (click: { detail: number }) => void;
}

/** What can be done with one row of a list: a plain element, since Blueprint's button is five components, times the rows. */
export function RowAction({ name, icon, disabled = false, onClick }: RowActionProps) {
  return (
    <button
      type="button"
      className={`${Classes.BUTTON} ${Classes.MINIMAL}`}
      aria-label={name}
      title={name}
      disabled={disabled}
      onClick={onClick}
    >
      {icon}
    </button>
  );
}
