import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { customerCountsQuery } from '../../api/my-customers.ts';
import { sessionQuery } from '../../api/session.ts';

/** How many of the user's customers buy a product; undefined for visitors and until it is known. */
export type CustomersOf = (gtin: string) => number | undefined;

export function useCustomersOf(): CustomersOf {
  const { data: user } = useQuery(sessionQuery);
  const { data: counts } = useQuery({ ...customerCountsQuery(), enabled: Boolean(user) });
  const known = user ? counts : undefined;
  return useCallback((gtin) => known && (known.get(gtin) ?? 0), [known]);
}
