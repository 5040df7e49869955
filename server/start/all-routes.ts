import { userAdministrationRoutes } from '../accounts/administration-routes.ts';
import { passwordRoutes } from '../accounts/passwords/password-routes.ts';
import { userRoutes } from '../accounts/user-routes.ts';
import { auditRoutes } from '../audit/audit-routes.ts';
import { heldRoutes } from '../backup/held-routes.ts';
import { customerPageRoutes } from '../customers/customer-page-routes.ts';
import { customerNoteRoutes } from '../customers/note-routes.ts';
import { teamRoutes } from '../customers/team-routes.ts';
import { todayRoutes } from '../customers/today-routes.ts';
import { openapiRoute } from '../http/openapi.ts';
import type { Route } from '../http/route.ts';
import { alertRoutes } from '../market/alerts/alert-routes.ts';
import { portfolioCustomerRoutes } from '../market/call-list/call-list-routes.ts';
import { feedRoutes } from '../market/feeds/feed-routes.ts';
import { reportRoutes } from '../market/reports/report-routes.ts';
import { healthRoutes } from '../operation/health-routes.ts';
import { operationRoutes } from '../operation/operation-routes.ts';
import { portalRoutes, settingRoutes } from '../operation/setting-routes.ts';
import { setupRoutes } from '../operation/setup-routes.ts';
import { cartRoutes } from '../orders/carts/cart-routes.ts';
import { orderFileRoutes, orderMailRoutes, orderRoutes } from '../orders/order-routes.ts';
import { packRoutes } from '../orders/pack/pack-routes.ts';
import { customerRoutes } from '../reference-data/customers/customer-routes.ts';
import { focusGroupRoutes } from '../reference-data/focus-groups/focus-group-routes.ts';
import { documentRoutes } from '../reference-data/header-images/document-routes.ts';
import { headerImageRoutes } from '../reference-data/header-images/header-image-routes.ts';
import { portfolioProposalRoutes } from '../reference-data/portfolio/portfolio-routes.ts';
import { productRoutes } from '../reference-data/products/product-routes.ts';
import { mergedProductRoutes } from '../reference-data/publishing/merged-product-routes.ts';
import { stockoutSourceRoutes } from '../reference-data/stockout-sources/stockout-source-routes.ts';
import { templateFileRoutes } from '../reference-data/template-files/template-file-routes.ts';
import { wholesalerRoutes } from '../reference-data/wholesalers/wholesaler-routes.ts';
import { statisticChangeRoutes } from '../statistics/change-routes.ts';
import { combinedStatisticRoutes } from '../statistics/combined/combined-routes.ts';
import { statisticExportRoutes } from '../statistics/exports/export-routes.ts';
import { statisticFileRoutes } from '../statistics/exports/file-routes.ts';
import { feedingStatisticRoutes } from '../statistics/feeding-statistic/feeding-routes.ts';
import { linkRoutes } from '../statistics/links/link-routes.ts';
import { productMatchRoutes } from '../statistics/matches/match-routes.ts';
import { scenarioRoutes } from '../statistics/scenario-routes.ts';
import { overlappingStatisticRoutes, statisticRoutes } from '../statistics/statistic-routes.ts';
import { previewRoutes } from '../statistics/uploads/preview-routes.ts';
import { uploadRoutes } from '../statistics/uploads/upload-routes.ts';
import { compareRoutes } from '../statistics/views/compare-routes.ts';
import { explainRoutes } from '../statistics/views/explain-routes.ts';
import { viewRoutes } from '../statistics/views/view-routes.ts';
import type { Dependencies } from './dependencies.ts';

/** Every call of the API. */
export function allRoutes(dependencies: Dependencies): Route[] {
  const routes = [
    ...portalRoutes(dependencies),
    ...healthRoutes(dependencies),
    ...operationRoutes(dependencies),
    ...documentRoutes(dependencies),
    ...userRoutes(dependencies),
    ...userAdministrationRoutes(dependencies),
    ...customerRoutes(dependencies),
    ...customerPageRoutes(dependencies),
    ...customerNoteRoutes(dependencies),
    ...teamRoutes(dependencies),
    ...todayRoutes(dependencies),
    ...passwordRoutes(dependencies),
    ...setupRoutes(dependencies),
    ...heldRoutes(dependencies),
    ...wholesalerRoutes(dependencies),
    // Before the routes of one statistic, which would match its path as a link.
    ...overlappingStatisticRoutes(dependencies),
    ...combinedStatisticRoutes(dependencies),
    ...statisticRoutes(dependencies),
    // Before the routes of one statistic, whose paths they would match.
    ...previewRoutes(dependencies),
    ...uploadRoutes(dependencies),
    ...statisticChangeRoutes(dependencies),
    ...statisticFileRoutes(dependencies),
    ...statisticExportRoutes(dependencies),
    ...packRoutes(dependencies),
    ...portfolioCustomerRoutes(dependencies),
    ...viewRoutes(dependencies),
    ...scenarioRoutes(dependencies),
    ...productMatchRoutes(dependencies),
    // Before the routes of carts, one of which would match their paths as a product's.
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
