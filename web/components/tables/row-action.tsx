import { Button } from '@blueprintjs/core';
import type { ReactElement } from 'react';

interface RowActionProps {
  /** What it does to which row. */
  name: string;
  icon: ReactElement;
  disabled?: boolean;
  onClick: () => void;
}

/** What can be done with one row of a list. */
export function RowAction({ name, icon, disabled = false, onClick }: RowActionProps) {
  return (
    <Button
      variant="minimal"
      icon={icon}
      aria-label={name}
      title={name}
      disabled={disabled}
      onClick={onClick}
    />
  );
}
