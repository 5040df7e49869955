import type { Dependencies } from '../dependencies.ts';
import { customerRoutes } from './customers.ts';
import { openapiRoute } from './openapi.ts';
import { passwordRoutes } from './passwords.ts';
import { portalRoutes } from './portal.ts';
import type { Route } from './route.ts';
import { statisticChangeRoutes } from './statistic-changes.ts';
import { statisticFileRoutes } from './statistic-files.ts';
import { statisticRoutes } from './statistics.ts';
import { uploadRoutes } from './uploads.ts';
import { userRoutes } from './users.ts';
import { viewRoutes } from './views.ts';
import { wholesalerRoutes } from './wholesalers.ts';

/** Every call of the API. */
export function allRoutes(dependencies: Dependencies): Route[] {
  const routes = [
    ...portalRoutes(dependencies),
    ...userRoutes(dependencies),
    ...customerRoutes(dependencies),
    ...passwordRoutes(dependencies),
    ...wholesalerRoutes(dependencies),
    ...statisticRoutes(dependencies),
    ...uploadRoutes(dependencies),
    ...statisticChangeRoutes(dependencies),
    ...statisticFileRoutes(dependencies),
    ...viewRoutes(dependencies),
  ];
  return [...routes, openapiRoute(routes)];
}
