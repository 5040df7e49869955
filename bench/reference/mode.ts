import type { Mode } from '../mode.ts';
import { measureBuilding } from './building.ts';
import { measureReading } from './reading.ts';

/** What it takes to keep reference data current: every step prints its figures, and the entries say which it was. */
export const referenceMode: Mode = {
  name: 'reference',
  summary:
    "reading each source's file at the size in which it is published, building from them and publishing",
  async run() {
    const reading = await measureReading();
    console.log('');
    const building = await measureBuilding();
    return {
      entries: [...reading.entries, ...building.entries],
      notDone: [...reading.notDone, ...building.notDone],
    };
  },
};
