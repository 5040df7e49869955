import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { compareParameter } from '../compare/use-compared.ts';

export type DashboardPath = (path: string, choices?: Record<string, readonly string[]>) => string;

/**
 * Gives addresses of a dashboard's pages; language, layout and the period beside it of the current one go along. No
 * statistic stands beside itself.
 */
export function useDashboardPath(directLinkId: string): DashboardPath {
  const [parameters] = useSearchParams();
  const language = parameters.get('lang');
  const layout = parameters.get('layout');
  const compared = parameters.get(compareParameter);
  return useCallback(
    (path, choices = {}) => {
      const search = new URLSearchParams();
      for (const [key, values] of Object.entries(choices)) {
        for (const value of values) search.append(key, value);
      }
      if (language) search.set('lang', language);
      if (layout) search.set('layout', layout);
      if (compared && compared !== directLinkId) search.set(compareParameter, compared);
      return `/dashboard/${directLinkId}${path && `/${path}`}${search.size ? `?${search}` : ''}`;
    },
    [directLinkId, language, layout, compared],
  );
}
