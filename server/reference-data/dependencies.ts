import type { Dependencies as Below } from '../orders/dependencies.ts';
import type { CurrentFile } from './template-files/template-version-queries.ts';

export type Dependencies = Below & {
  /** Which version of a template file counts. */
  templateFile: (key: string) => Promise<CurrentFile | undefined>;
};
