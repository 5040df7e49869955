import { Classes } from '@blueprintjs/core';
import type { ReactNode } from 'react';

/** The value, or a grey bar of about its width (in characters) while it is not there yet. */
export function Skeleton({ width, children }: { width: number; children: ReactNode }) {
  if (children !== undefined) return children;
  return (
    <span className={Classes.SKELETON} aria-hidden="true">
      {'0'.repeat(width)}
    </span>
  );
}
