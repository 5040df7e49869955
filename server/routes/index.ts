import type { Dependencies } from '../dependencies.ts';
import { customerRoutes } from './customers.ts';
import { openapiRoute } from './openapi.ts';
import { portalRoutes } from './portal.ts';
import type { Route } from './route.ts';
import { statisticRoutes } from './statistics.ts';
import { userRoutes } from './users.ts';
import { viewRoutes } from './views.ts';

/** Every call of the API. */
export function allRoutes(dependencies: Dependencies): Route[] {
  const routes = [
    ...portalRoutes(dependencies),
    ...userRoutes(dependencies),
    ...customerRoutes(dependencies),
    ...statisticRoutes(dependencies),
    ...viewRoutes(dependencies),
  ];
  return [...routes, openapiRoute(routes)];
}
