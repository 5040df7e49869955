import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import type { SourceInput, SourceKey } from '../rows.ts';
import { type OpenedSource, openTable } from './open-source.ts';
import type { Clock } from './reader-clock.ts';
import { recogniseTable } from './recognise-table.ts';
import { sourceKinds } from './source-limits.ts';

/** Which source a file looks like by its content; undefined when like none. */
export async function looksLike(
  opened: OpenedSource,
  input: SourceInput,
  clock: Clock,
): Promise<SourceKey | undefined> {
  if (opened.kind === 'json') return jsonLooksLike(opened.head);
  if (opened.kind === 'zip' || opened.size > sourceKinds.customers.mostBytes) return undefined;
  try {
    return recogniseTable((await openTable(opened, input, clock)).tops);
  } catch (error) {
    // What it is instead does not matter where it can't be opened either.
    if (error instanceof ReferenceDataError && error.code !== 'source_too_slow') return undefined;
    throw error;
  }
}

/** By the first 64 kB of a JSON. */
export function jsonLooksLike(head: Buffer): SourceKey | undefined {
  const text = head.toString('utf8');
  if (/"resourceType"\s*:\s*"/.test(text)) return 'bag-sl-fhir';
  return /\{[^{}]*"g"\s*:\s*"\d{13}"[^{}]*\}/.test(text) ? 'bag-sl-prices' : undefined;
}

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
