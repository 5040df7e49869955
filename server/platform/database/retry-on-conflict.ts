const DEADLOCK = '40P01';
const MOST_DEADLOCKS = 10;

/**
 * For a statement that takes whole tables: who looks for work meanwhile may hold one that it waits for while waiting for one
 * that it holds; then once more.
 */
export async function undisturbed<Result>(work: () => Promise<Result>, deadlocks = 0): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: string }).code !== DEADLOCK || deadlocks === MOST_DEADLOCKS) throw error;
    return undisturbed(work, deadlocks + 1);
  }
}
