/** Configuration key of a restored portal: when it was restored. */
export const RESTORED = 'RESTORED';

/** Prefix of configuration keys that say since when something is held in a restored portal. */
export const HELD = 'HELD:';

/** While it is set, a restored portal is staging. */
export const RESTORED_STAGING = `${HELD}staging`;

/**
 * SQL that identifies this database since PostgreSQL's start. A promoted replica, a copied or a restored database gives
 * the numbers of lost rows again: whatever is cached by a number is cached by this too, read in the same statement.
 */
export const history = `(
  select (
    hashtextextended(concat_ws(' ', extract(epoch from pg_postmaster_start_time()), d.oid, c.value), 0) & 9223372036854775807
  )::text
  from pg_database d left join config c on c.key = '${RESTORED}' where d.datname = current_database()
)`;

/** SQL for the timeline of a primary; it changes when a replica is promoted. */
export const timeline = `(
  select system_identifier || ' ' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) from pg_control_system()
)`;

/** Order numbers of staging portals are above it, those of production below. */
export const TEST_ORDERS = 1_000_000_000;

/** Bound on orders made and lost since the backup, whose numbers wholesalers know. */
const LOST_ORDERS = 1000;

/** SQL that moves the sequence of orders beyond all numbers that may have been given; returns the last number skipped. */
export const skipLostOrders = `setval('orders_id_seq', (last_value / ${LOST_ORDERS} + 2) * ${LOST_ORDERS})::integer`;
