import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import type { DashboardPart } from '../../page-list.ts';
import { compareParameter, keeping } from '../../url-state/address.ts';

export type DashboardPath = (path: DashboardPart, choices?: Record<string, readonly string[]>) => string;

/**
 * Gives addresses of a dashboard's pages; language, layout and the period beside it of the current one go along. No
 * statistic stands beside itself.
 */
export function useDashboardPath(directLinkId: string): DashboardPath {
  const [parameters] = useSearchParams();
  const compared = parameters.get(compareParameter);
  const current = String(parameters);
  return useCallback(
    (path, choices = {}) => {
      const search = new URLSearchParams();
      for (const [key, values] of Object.entries(choices)) {
        for (const value of values) search.append(key, value);
      }
      if (compared && compared !== directLinkId) search.set(compareParameter, compared);
      const address = `/dashboard/${directLinkId}${path && `/${path}`}${search.size ? `?${search}` : ''}`;
      return keeping(address, current);
    },
    [directLinkId, current, compared],
  );
}
