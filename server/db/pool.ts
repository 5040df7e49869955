import pg from 'pg';

/**
 * A pool of PostgreSQL connections. Types as JavaScript sees them: int8 is a number (beyond 2^53 reading
 * fails rather than rounds), date is 'YYYY-MM-DD' (a calendar date has no time zone), timestamptz is a Date,
 * numeric is a string.
 */
export function createPool(url: string, options: { connections?: number } = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 10,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'assortment-portal',
    types: { getTypeParser },
  });
  // A broken connection is replaced, and its statement fails; without listeners it would end the process besides. Once the
  // pool is being ended, PostgreSQL may be too: it ends connections whose goodbye has not reached it yet.
  pool.on('error', (error) => {
    if (!pool.ending) process.emitWarning(error);
  });
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** A single client outside any pool, such as a LISTEN connection; connecting takes `patience` milliseconds at most. */
export function createClient(url: string, name = 'assortment-portal', patience = 10_000): pg.Client {
  return new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: patience,
    keepAlive: true,
    types: { getTypeParser },
  });
}

const { DATE, INT8 } = pg.types.builtins;

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8) return safeInteger;
  if (oid === DATE) return (text: string) => text;
  return pg.types.getTypeParser(oid, format as 'text');
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`PostgreSQL sent ${text}, which no number can hold exactly.`);
  return value;
}
