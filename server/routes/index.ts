import type { Dependencies } from '../dependencies.ts';
import { alertRoutes } from './alerts.ts';
import { auditRoutes } from './audit.ts';
import { cartRoutes } from './carts.ts';
import { compareRoutes } from './compare.ts';
import { customerRoutes } from './customers.ts';
import { documentRoutes } from './documents.ts';
import { explainRoutes } from './explain.ts';
import { feedingStatisticRoutes } from './feeding-statistic.ts';
import { feedRoutes } from './feeds.ts';
import { focusGroupRoutes } from './focus-groups.ts';
import { headerImageRoutes } from './header-images.ts';
import { healthRoutes } from './health.ts';
import { linkRoutes } from './links.ts';
import { mergedProductRoutes } from './merged-products.ts';
import { openapiRoute } from './openapi.ts';
import { orderFileRoutes } from './order-files.ts';
import { orderMailRoutes } from './order-mails.ts';
import { orderRoutes } from './orders.ts';
import { overlappingStatisticRoutes } from './overlapping-statistics.ts';
import { passwordRoutes } from './passwords.ts';
import { portalRoutes } from './portal.ts';
import { portfolioCustomerRoutes } from './portfolio-customers.ts';
import { portfolioProposalRoutes } from './portfolio-proposal.ts';
import { previewRoutes } from './previews.ts';
import { productRoutes } from './products.ts';
import { reportRoutes } from './reports.ts';
import type { Route } from './route.ts';
import { settingRoutes } from './settings.ts';
import { setupRoutes } from './setup.ts';
import { statisticChangeRoutes } from './statistic-changes.ts';
import { statisticExportRoutes } from './statistic-exports.ts';
import { statisticFileRoutes } from './statistic-files.ts';
import { statisticRoutes } from './statistics.ts';
import { stockoutSourceRoutes } from './stockout-sources.ts';
import { templateFileRoutes } from './template-files.ts';
import { uploadRoutes } from './uploads.ts';
import { userAdministrationRoutes } from './user-administration.ts';
import { userRoutes } from './users.ts';
import { viewRoutes } from './views.ts';
import { wholesalerRoutes } from './wholesalers.ts';

/** Every call of the API. */
export function allRoutes(dependencies: Dependencies): Route[] {
  const routes = [
    ...portalRoutes(dependencies),
    ...healthRoutes(dependencies),
    ...documentRoutes(dependencies),
    ...userRoutes(dependencies),
    ...userAdministrationRoutes(dependencies),
    ...customerRoutes(dependencies),
    ...passwordRoutes(dependencies),
    ...setupRoutes(dependencies),
    ...wholesalerRoutes(dependencies),
    // Before the routes of one statistic, which would take its path for a link.
    ...overlappingStatisticRoutes(dependencies),
    ...statisticRoutes(dependencies),
    // Before the routes of one statistic, whose paths they would match.
    ...previewRoutes(dependencies),
    ...uploadRoutes(dependencies),
    ...statisticChangeRoutes(dependencies),
    ...statisticFileRoutes(dependencies),
    ...statisticExportRoutes(dependencies),
    ...portfolioCustomerRoutes(dependencies),
    ...viewRoutes(dependencies),
    // Before the routes of carts, one of which would take their paths for a product's.
    ...orderRoutes(dependencies),
    ...orderFileRoutes(dependencies),
    ...orderMailRoutes(dependencies),
    ...cartRoutes(dependencies),
    ...feedingStatisticRoutes(dependencies),
    ...settingRoutes(dependencies),
    ...focusGroupRoutes(dependencies),
    ...headerImageRoutes(dependencies),
    ...alertRoutes(dependencies),
    ...feedRoutes(dependencies),
    ...linkRoutes(dependencies),
    ...templateFileRoutes(dependencies),
    ...stockoutSourceRoutes(dependencies),
    ...explainRoutes(dependencies),
    ...compareRoutes(dependencies),
    ...auditRoutes(dependencies),
    ...portfolioProposalRoutes(dependencies),
    ...mergedProductRoutes(dependencies),
    ...productRoutes(dependencies),
    ...reportRoutes(dependencies),
  ];
  return [...routes, openapiRoute(routes)];
}
