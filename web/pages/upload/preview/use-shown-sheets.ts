import { useState } from 'react';
import { type ShownSheet, shownSheets } from '../../../api/preview.ts';
import type { useFilePreview } from './use-file-preview.ts';

/** The sheets of a refused file, from the refusal until the file is read: what was begun by hand outlives new attempts. */
export function useShownSheets({ query, request }: ReturnType<typeof useFilePreview>) {
  const [kept, setKept] = useState<{ file: File; sheets: ShownSheet[] } | null>(null);
  const file = request?.file;
  const sheets = query.isError ? shownSheets(query.error) : undefined;
  if (file && sheets && sheets !== kept?.sheets) setKept({ file, sheets });
  else if (kept && (kept.file !== file || (query.isSuccess && !query.isPlaceholderData))) setKept(null);
  return kept?.sheets;
}
