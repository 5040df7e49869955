import { vi } from 'vitest';
import type { Engine } from '#analytics/engine.ts';

/** Packs the engine's tables, which it does in the background when it gets round to it. */
export async function packTables(engine: Engine): Promise<void> {
  // Refused while what was dropped is still being written down.
  await vi.waitFor(() => engine.use('main', ({ connection }) => connection.run('checkpoint')));
}
