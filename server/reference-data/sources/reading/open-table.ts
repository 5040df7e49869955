import type { SourceInput } from '../source-file.ts';
import { openCsv } from './csv-file.ts';
import { openHtml } from './html-file.ts';
import type { OpenedSource } from './open-source.ts';
import type { Clock } from './reader-clock.ts';
import type { TableFile } from './table-file.ts';
import { openOldWorkbookFile, openWorkbookFile } from './workbook-file.ts';

/** The tables of a file; none where its kind holds none. */
export async function openTable(opened: OpenedSource, input: SourceInput, clock: Clock): Promise<TableFile> {
  if (opened.kind === 'xlsx') return openWorkbookFile(input, opened, clock);
  if (opened.kind === 'xls') return openOldWorkbookFile(input, opened, clock);
  if (opened.kind === 'csv') return openCsv(input, opened, clock);
  if (opened.kind === 'html') return openHtml(input, clock);
  return { tops: [], date1904: false, encoding: undefined };
}
