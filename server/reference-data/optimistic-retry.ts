/** Thrown by `store` when the state that `prepare` read has changed since. */
export class StaleStateError extends Error {
  override name = 'StaleStateError';
}

/** Each of the others who publish at the same time causes one retry at most. */
const MOST_ATTEMPTS = 20;

/**
 * Optimistic locking with retries: `prepare` does slow work (DuckDB, threads) outside of any transaction; `store` runs a short
 * transaction and throws StaleStateError where the prepared state has changed, upon which both run again.
 * @throws StaleStateError after the last attempt
 */
export async function prepareAndStore<Prepared, Stored>(
  prepare: () => Promise<Prepared>,
  store: (prepared: Prepared) => Promise<Stored>,
): Promise<Stored> {
  for (let attempt = 1; ; attempt++) {
    const prepared = await prepare();
    try {
      return await store(prepared);
    } catch (error) {
      if (!(error instanceof StaleStateError) || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}
