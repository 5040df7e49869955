import type { MouseEvent, ReactNode } from 'react';

interface RowLinkProps {
  /** Address of what is behind the row. */
  to: string;
  /** From `useFollowedLinks`: one listener for all rows of a list. */
  onFollow: (event: MouseEvent) => void;
  /** The row's name, which takes two lines at most; the whole of it stands in a tip. */
  name?: string | undefined;
  children: ReactNode;
}

/** Leads to what is behind a row of a list. */
export function RowLink({ to, onFollow, name, children }: RowLinkProps) {
  return (
    <a href={to} onClick={onFollow} className={name && 'data-table__name'} title={name}>
      {children}
    </a>
  );
}
