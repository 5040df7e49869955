/** What was prepared is of a state that does not count any more. */
export class OvertakenError extends Error {
  override name = 'OvertakenError';
}

/** Others who publish at the same time each make way once. */
const MOST_ATTEMPTS = 20;

/**
 * Prepares what takes DuckDB or a thread outside of any transaction, and stores it in a short one, in which `store` looks
 * whether it still fits; prepares anew where somebody was faster.
 * @throws OvertakenError when somebody always was
 */
export async function preparedAndStored<Prepared, Stored>(
  prepare: () => Promise<Prepared>,
  store: (prepared: Prepared) => Promise<Stored>,
): Promise<Stored> {
  for (let attempt = 1; ; attempt++) {
    const prepared = await prepare();
    try {
      return await store(prepared);
    } catch (error) {
      if (!(error instanceof OvertakenError) || attempt === MOST_ATTEMPTS) throw error;
    }
  }
}
