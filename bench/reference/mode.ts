import type { Mode } from '../mode.ts';
import { measureReading } from './reading.ts';

/** What it takes to keep reference data current: every step prints its figures, and the entries say which it was. */
export const referenceMode: Mode = {
  name: 'reference',
  summary: "reading and checking each source's file at the size in which it is published",
  async run() {
    return measureReading();
  },
};
