import { threads } from '../../../platform/threads.ts';
import { exportTooLarge } from '../../../workbooks/writing/make-workbook.ts';
import type { FillReply, FillRequest } from './fill-worker.ts';
import { TemplateError } from './template-parts.ts';

/** Threads that fill templates. */
const filling = threads<FillRequest, FillReply>(new URL('./fill-worker.ts', import.meta.url), {
  most: 2,
  keepsOne: true,
  resourceLimits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 64 },
  tooLarge: exportTooLarge,
});

/**
 * Fills the workbook for visits on another thread, which ends when `signal` fires.
 * @throws the signal's reason; TemplateError when the template can't be filled; AppError export_too_large when the rows
 *   are more than the thread has memory for
 */
export async function makeVisit(request: FillRequest, signal?: AbortSignal): Promise<Uint8Array> {
  const reply = await filling.run(request, { signal });
  if ('unfillable' in reply) throw new TemplateError(reply.unfillable, reply.params);
  return reply.bytes;
}
