import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import type { SourceKey } from '../rows.ts';
import type { SourceInput } from '../source-file.ts';
import { sourceKinds } from './source-limits.ts';

/** Why a file is not used as the one of a source: it looks like another's, or is of no kind that the source comes in. */
export function refuseOther(
  key: SourceKey,
  { fileName }: SourceInput,
  looksLike: SourceKey | undefined,
): ReferenceDataError {
  if (looksLike !== undefined && looksLike !== key) {
    return new ReferenceDataError('source_mistaken', { file: fileName, found: looksLike, wanted: key });
  }
  const extensions = sourceKinds[key].extensions.join(', ');
  return new ReferenceDataError('source_wrong_kind', { file: fileName, wanted: key, extensions });
}
