import { Classes } from '@blueprintjs/core';
import type { ReactNode } from 'react';

/** The value, or a grey bar of about its width (in characters) while it is not there yet. */
export function Skeleton({ width, children }: { width: number; children: ReactNode }) {
  if (children !== undefined) return children;
  return <Bar>{'0'.repeat(width)}</Bar>;
}

/** Grey bars in place of a text of so many words, which takes another line where that would. */
export function TextSkeleton({ words }: { words: number }) {
  return <Bar>{Array(words).fill('000000').join(' ')}</Bar>;
}

function Bar({ children }: { children: string }) {
  return (
    <span className={Classes.SKELETON} aria-hidden="true">
      {children}
    </span>
  );
}
