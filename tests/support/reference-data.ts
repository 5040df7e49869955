import { existsSync } from 'node:fs';

/** Real reference data and statistics with figures computed for them; beside the repository, no part of it. */
export const referenceData = new URL('../../../shared/data/', import.meta.url);

/** Tests that need it are skipped where it is not, and counted as such. */
export const referenceDataPresent = existsSync(referenceData);
