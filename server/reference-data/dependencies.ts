import type { Dependencies as Below } from '../orders/dependencies.ts';
import type { CurrentFile } from './template-files/template-version-queries.ts';

export type Dependencies = Below & {
  /** The current version of a template file. */
  templateFile: (key: string) => Promise<CurrentFile | undefined>;
};
