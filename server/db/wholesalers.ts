import type { Wholesaler } from '../answers/wholesaler.ts';
import { type Queryable, queryRows } from './query.ts';

/** Every wholesaler, by name. */
export function listWholesalers(db: Queryable): Promise<Wholesaler[]> {
  return queryRows<Wholesaler>(
    db,
    `select id as "wholesalerID", name as "wholesalerName", enabled_for_apo as "enabledForApo",
       enabled_for_sd as "enabledForSd", enabled_for_online_orders as "enabledForOnlineOrders",
       conditions_contact as "conditionsContact", transfer_order_contact as "transferOrderContact",
       acquisition_statistic_contact as "acquisitionStatisticContact"
     from wholesalers order by lower(name), id`,
  );
}
