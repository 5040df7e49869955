import type { Wholesaler } from '#shared/schemas/wholesaler.ts';
import { takesOrders } from '../../orders/order-queries.ts';
import {
  execute,
  type Queryable,
  queryOptionalRow,
  queryRow,
  queryRows,
} from '../../platform/database/query.ts';

const columns = `id as "wholesalerID", name as "wholesalerName", enabled_for_apo as "enabledForApo",
  enabled_for_sd as "enabledForSd", enabled_for_online_orders as "enabledForOnlineOrders",
  conditions_contact as "conditionsContact", transfer_order_contact as "transferOrderContact",
  acquisition_statistic_contact as "acquisitionStatisticContact", minimum_order_value::float8 as "minimumOrderValue",
  free_delivery_from::float8 as "freeDeliveryFrom", retired_at is not null as retired, version`;

export type WholesalerFields = Omit<Wholesaler, 'wholesalerID' | 'retired' | 'version'>;

/** Every wholesaler, retired ones too, by name. */
export function listWholesalers(db: Queryable): Promise<Wholesaler[]> {
  return queryRows<Wholesaler>(db, `select ${columns} from wholesalers order by lower(name), id`);
}

/** Those that take orders made here, by name. */
export function listOnlineWholesalers(db: Queryable): Promise<Wholesaler[]> {
  return queryRows<Wholesaler>(
    db,
    `select ${columns} from wholesalers where ${takesOrders} order by lower(name), id`,
  );
}

/** Nobody else adds, changes or deletes one until the transaction ends. */
export async function lockWholesalers(db: Queryable): Promise<void> {
  await execute(db, 'lock table wholesalers in share row exclusive mode');
}

/** The wholesaler, for nobody to refer to anew until the transaction ends. */
export function lockWholesaler(db: Queryable, id: number): Promise<Wholesaler | undefined> {
  return queryOptionalRow<Wholesaler>(db, `select ${columns} from wholesalers where id = $1 for update`, [
    id,
  ]);
}

/** Whether another wholesaler has that name. */
export async function wholesalerNameIsTaken(
  db: Queryable,
  name: string,
  except: number | null,
): Promise<boolean> {
  const { taken } = await queryRow<{ taken: boolean }>(
    db,
    `select exists (select from wholesalers where lower(name) = lower($1) and id is distinct from $2) as taken`,
    [name, except],
  );
  return taken;
}

export function insertWholesaler(db: Queryable, fields: WholesalerFields): Promise<Wholesaler> {
  return queryRow<Wholesaler>(
    db,
    `insert into wholesalers (name, enabled_for_apo, enabled_for_sd, enabled_for_online_orders, conditions_contact,
       transfer_order_contact, acquisition_statistic_contact, minimum_order_value, free_delivery_from)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${columns}`,
    valuesOf(fields),
  );
}

export function updateWholesaler(db: Queryable, id: number, fields: WholesalerFields): Promise<Wholesaler> {
  return queryRow<Wholesaler>(
    db,
    `update wholesalers set name = $1, enabled_for_apo = $2, enabled_for_sd = $3, enabled_for_online_orders = $4,
       conditions_contact = $5, transfer_order_contact = $6, acquisition_statistic_contact = $7,
       minimum_order_value = $8, free_delivery_from = $9
     where id = $10 returning ${columns}`,
    [...valuesOf(fields), id],
  );
}

/** Offers it no longer, or again. */
export function retireWholesaler(db: Queryable, id: number, retired: boolean): Promise<Wholesaler> {
  return queryRow<Wholesaler>(
    db,
    `update wholesalers set retired_at = case when $2 then coalesce(retired_at, now()) end
     where id = $1 returning ${columns}`,
    [id, retired],
  );
}

export async function deleteWholesaler(db: Queryable, id: number): Promise<void> {
  await execute(db, 'delete from wholesalers where id = $1', [id]);
}

/** How many carts and orders name it. */
export function wholesalerUses(db: Queryable, id: number): Promise<{ carts: number; orders: number }> {
  return queryRow(
    db,
    `select (select count(*)::integer from carts where wholesaler_id = $1) as carts,
       (select count(*)::integer from orders
        where content::jsonb #>> '{wholesaler,wholesalerID}' = $1::integer::text) as orders`,
    [id],
  );
}

function valuesOf(fields: WholesalerFields): unknown[] {
  return [
    fields.wholesalerName,
    fields.enabledForApo,
    fields.enabledForSd,
    fields.enabledForOnlineOrders,
    fields.conditionsContact,
    fields.transferOrderContact,
    fields.acquisitionStatisticContact,
    fields.minimumOrderValue,
    fields.freeDeliveryFrom,
  ];
}
