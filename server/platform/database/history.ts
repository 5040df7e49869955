/** Key of the configuration under which a restored portal says since when it is one. */
export const RESTORED = 'RESTORED';

/** Prefix of the keys that say since when something is held, in a restored portal. */
export const HELD = 'HELD:';

/** As long as it is there, a restored portal is none of production. */
export const RESTORED_STAGING = `${HELD}staging`;

/**
 * SQL that tells this database, since PostgreSQL's start, from every other one at its address. A replica that was promoted, a
 * copy that was put back and a restored backup give the numbers of what they lost once more: what is kept in memory by a
 * number is kept by this too, read in the same statement.
 */
export const history = `(
  select (
    hashtextextended(concat_ws(' ', extract(epoch from pg_postmaster_start_time()), d.oid, c.value), 0) & 9223372036854775807
  )::text
  from pg_database d left join config c on c.key = '${RESTORED}' where d.datname = current_database()
)`;

/** SQL for the timeline on which a primary writes; another one begins where a replica becomes the primary. */
export const timeline = `(
  select system_identifier || ' ' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) from pg_control_system()
)`;

/** Orders of a staging portal have numbers above it, those of production below. */
export const TEST_ORDERS = 1_000_000_000;

/** Orders that may have been made and lost since, with numbers that wholesalers know. */
const LOST_ORDERS = 1000;

/** SQL, from the sequence, that has orders go on with a number that none of those can have; gives the last that is left out. */
export const skipLostOrders = `setval('orders_id_seq', (last_value / ${LOST_ORDERS} + 2) * ${LOST_ORDERS})::integer`;
