import type { LazyRouteFunction, RouteObject } from 'react-router';
import { look } from './api/connection.ts';
import type { Page } from './page.ts';

type PageModule = Pick<RouteObject, 'Component'>;

const files = import.meta.glob<PageModule>('./pages/**/*-page.tsx');

/** Fetches a page's code. Throws at once for a page that has none. */
export function codeOf({ code }: Page): LazyRouteFunction<RouteObject> {
  const fetchCode = files[`./pages/${code}.tsx`];
  if (!fetchCode) throw new Error(`There is no file web/pages/${code}.tsx.`);
  return async () => {
    try {
      return await fetchCode();
    } catch (error) {
      look();
      throw error;
    }
  };
}
