import type { MouseEvent, ReactNode } from 'react';

interface RowLinkProps {
  /** Address of what is behind the row. */
  to: string;
  /** From `useFollowedLinks`: one listener for all rows of a list. */
  onFollow: (event: MouseEvent) => void;
  children: ReactNode;
}

/** Leads to what is behind a row of a list. */
export function RowLink({ to, onFollow, children }: RowLinkProps) {
  return (
    <a href={to} onClick={onFollow}>
      {children}
    </a>
  );
}
