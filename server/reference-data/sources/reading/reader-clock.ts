import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import type { SourceInput } from '../rows.ts';

const PROGRESS_MILLISECONDS = 100;

/** Keeps a reader's deadline and tells how far it is, both whenever it goes on. */
export class Clock {
  private readonly input: SourceInput;
  private readonly started = performance.now();
  private told = 0;

  constructor(input: SourceInput) {
    this.input = input;
  }

  /** `share` of the work that is done, 0 to 1. @throws ReferenceDataError source_too_slow */
  advance(share?: number): void {
    const now = performance.now();
    if (now - this.started > this.input.milliseconds) {
      throw new ReferenceDataError('source_too_slow', {
        file: this.input.fileName,
        seconds: Math.max(1, Math.round(this.input.milliseconds / 1000)),
      });
    }
    if (share === undefined || now - this.told < PROGRESS_MILLISECONDS) return;
    this.told = now;
    this.input.onProgress?.(Math.min(1, share));
  }
}
