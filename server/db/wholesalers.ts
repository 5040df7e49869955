import type { Wholesaler } from '../answers/wholesaler.ts';
import { type Queryable, queryOptionalRow, queryRows } from './query.ts';

const columns = `id as "wholesalerID", name as "wholesalerName", enabled_for_apo as "enabledForApo",
  enabled_for_sd as "enabledForSd", enabled_for_online_orders as "enabledForOnlineOrders",
  conditions_contact as "conditionsContact", transfer_order_contact as "transferOrderContact",
  acquisition_statistic_contact as "acquisitionStatisticContact", minimum_order_value::float8 as "minimumOrderValue",
  free_delivery_from::float8 as "freeDeliveryFrom"`;

/** Every wholesaler, by name. */
export function listWholesalers(db: Queryable): Promise<Wholesaler[]> {
  return queryRows<Wholesaler>(db, `select ${columns} from wholesalers order by lower(name), id`);
}

/** Those that take orders made here, by name. */
export function listOnlineWholesalers(db: Queryable): Promise<Wholesaler[]> {
  return queryRows<Wholesaler>(
    db,
    `select ${columns} from wholesalers where enabled_for_online_orders order by lower(name), id`,
  );
}

/** Whether orders made here can be for that wholesaler. */
export async function wholesalerTakesOrders(db: Queryable, id: number): Promise<boolean> {
  const found = await queryOptionalRow(
    db,
    'select id from wholesalers where id = $1 and enabled_for_online_orders',
    [id],
  );
  return found !== undefined;
}
