import type { ReactNode } from 'react';
import { lazyComponent } from '../../../components/loading/lazy.ts';
import { LazyPart } from '../../../components/loading/lazy-part.tsx';
import type { ComparedListProps } from './compared-list.tsx';

const ComparedList = lazyComponent(() => import('./compared-list.tsx'));

interface ComparableTableProps extends Omit<ComparedListProps, 'otherId' | 'alone'> {
  /** The statistic beside this one; null is none. */
  compared: string | null;
  /** The table of this period alone. */
  children: ReactNode;
}

/** A list's table, or its comparison with another period, which the table stands in for until it is there. */
export function ComparableTable({ compared, children, ...list }: ComparableTableProps) {
  if (!compared) return children;
  return (
    <LazyPart placeholder={children}>
      <ComparedList {...list} otherId={compared} alone={children} />
    </LazyPart>
  );
}
