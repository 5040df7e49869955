/**
 * Keys of PostgreSQL's advisory locks, one each, since what has the same key waits for each other. Template files and
 * corrections of customers have theirs by name.
 */
export const advisoryLocks = {
  /** Servers that start at the same time on one database wait for each other, and a backup for a migration. */
  migrations: 7_680_001,
  publication: 7_680_002,
  /** Of several processes on one database, one makes the backup. */
  backups: 7_680_003,
  /** And one loads the demo. */
  demo: 7_680_004,
  accounts: 7_680_005,
} as const;
