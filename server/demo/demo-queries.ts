import type { Customer } from '#fixtures/customers.ts';
import type { FocusGroup } from '#fixtures/focus-groups.ts';
import type { HeaderImage } from '#fixtures/header-images.ts';
import type { Wholesaler } from '#fixtures/people.ts';
import { execute, type Queryable, queryRow } from '../platform/database/query.ts';
import { retryOnDeadlock } from '../platform/database/query-failure.ts';

/**
 * Claims an empty database for the demo world: true when it was empty or held an interrupted load, which is removed. Call
 * finishDemoLoad at the end.
 */
export async function beginDemoLoad(db: Queryable): Promise<boolean> {
  const { free } = await queryRow<{ free: boolean }>(
    db,
    `select exists (select from config where key = 'DEMO_LOADING')
       or (not exists (select from users) and not exists (select from statistics)) as free`,
  );
  if (!free) return false;
  await execute(db, "insert into config values ('DEMO_LOADING', '') on conflict do nothing");
  await retryOnDeadlock(() =>
    execute(
      db,
      // Mails first, then users: the lock order of sending mails.
      `truncate mails, users, sessions, reset_tokens, known_devices, customers, customer_corrections, wholesalers, focus_groups,
       statistics, statistic_members, combined_sums,
       statistic_figures, statistic_files, statistic_identifiers, identifiers, all_catalogue_revisions, current_catalogue, stockout_revisions,
       catalogue_proposals, catalogue_proposal_rows, portfolio_decisions, portfolio_bulk_decision,
       template_files, template_file_versions, template_file_parts,
       config_changes, alert_subscriptions, unsubscribe_tokens, feeds,
       customer_notes, customer_actions, scenarios, product_matches, carts, cart_signatures, cart_rows, cart_changes, orders, order_files,
       template_file_versions, template_file_parts, template_files`,
    ),
  );
  return true;
}

export async function finishDemoLoad(db: Queryable): Promise<void> {
  await execute(db, "delete from config where key = 'DEMO_LOADING'");
}

export async function insertCustomers(db: Queryable, customers: readonly Customer[]): Promise<void> {
  await execute(
    db,
    `insert into customers (external_id, name, parent_external_id, parent_name, address, active, language, channel, one_key,
       phone, mail)
     select "externalId", name, "parentExternalId", "parentName", address, active, language, channel, "wkpIdOneKey", phone, mail
     from jsonb_to_recordset($1) as c ("externalId" text, name text, "parentExternalId" text, "parentName" text,
       address text, active boolean, language text, channel text, "wkpIdOneKey" text, phone text, mail text)`,
    [JSON.stringify(customers)],
  );
}

export async function insertWholesalers(db: Queryable, wholesalers: readonly Wholesaler[]): Promise<void> {
  await execute(
    db,
    `insert into wholesalers (name, enabled_for_apo, enabled_for_sd, enabled_for_online_orders, conditions_contact,
       transfer_order_contact, acquisition_statistic_contact, minimum_order_value, free_delivery_from)
     select name, "enabledForApo", "enabledForSd", "enabledForOnlineOrders", "conditionsContact",
       "transferOrderContact", "acquisitionStatisticContact", "minimumOrderValue", "freeDeliveryFrom"
     from jsonb_to_recordset($1) as w (name text, "enabledForApo" boolean, "enabledForSd" boolean,
       "enabledForOnlineOrders" boolean, "conditionsContact" text, "transferOrderContact" text,
       "acquisitionStatisticContact" text, "minimumOrderValue" numeric, "freeDeliveryFrom" numeric)`,
    [JSON.stringify(wholesalers)],
  );
}

/** An interrupted load may have inserted them already. */
export async function insertHeaderImages(db: Queryable, images: readonly HeaderImage[]): Promise<void> {
  for (const { name, contentType, content } of images) {
    await execute(
      db,
      `insert into template_images (name, content_type, content) select $1::text, $2, $3
       where not exists (select from template_images where name = $1::text)`,
      [name, contentType, content],
    );
  }
}

export async function insertFocusGroups(db: Queryable, groups: readonly FocusGroup[]): Promise<void> {
  await execute(
    db,
    `insert into focus_groups (name, molecules, gtins)
     select name, array(select jsonb_array_elements_text(molecules)), array(select jsonb_array_elements_text(gtins))
     from jsonb_to_recordset($1) as g (name text, molecules jsonb, gtins jsonb)`,
    [JSON.stringify(groups)],
  );
}
