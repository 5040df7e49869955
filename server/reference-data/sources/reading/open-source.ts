import { readFile } from 'node:fs/promises';
import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import { ImportError } from '../../../workbooks/reading/import-error.ts';
import { openZip, type ZipArchive } from '../../../workbooks/reading/zip-archive.ts';
import type { SourceInput, SourceKey } from '../rows.ts';
import { damagedArchive, type FileHead, kindOf, readHead } from './content-kind.ts';
import { openCsv } from './csv-file.ts';
import { openHtml } from './html-file.ts';
import type { Clock } from './reader-clock.ts';
import { archiveLimits, type ContentKind, sourceKinds } from './source-limits.ts';
import type { TableFile } from './table-file.ts';
import { openOldWorkbookFile, openWorkbookFile } from './workbook-file.ts';

/** A file of a size that its source may have, and what it is by its content. */
export type OpenedSource = FileHead & { kind: ContentKind };

/** @throws ReferenceDataError source_too_large, source_empty, source_unreadable */
export async function openSource(key: SourceKey, input: SourceInput): Promise<OpenedSource> {
  const head = await readHead(input.path);
  const { mostBytes } = sourceKinds[key];
  if (head.size > mostBytes) {
    const limitMegabytes = mostBytes / (1024 * 1024);
    throw new ReferenceDataError('source_too_large', { file: input.fileName, limitMegabytes });
  }
  const kind = kindOf(head, input.fileName);
  if (kind !== 'archive') return { ...head, kind };
  const archive = await archiveOf(input);
  const names = [...archive.entries.keys()];
  const isWorkbook = names.some((name) => name === '[content_types].xml' || name.startsWith('xl/'));
  return { ...head, kind: isWorkbook ? 'xlsx' : 'zip' };
}

/** The tables of a file; none where its kind holds none. */
export async function openTable(opened: OpenedSource, input: SourceInput, clock: Clock): Promise<TableFile> {
  if (opened.kind === 'xlsx') return openWorkbookFile(input, opened, clock);
  if (opened.kind === 'xls') return openOldWorkbookFile(input, opened, clock);
  if (opened.kind === 'csv') return openCsv(input, opened, clock);
  if (opened.kind === 'html') return openHtml(input, clock);
  return { tops: [], date1904: false, encoding: undefined };
}

/** The directory of an archive. @throws ReferenceDataError source_unreadable */
export async function archiveOf(input: SourceInput): Promise<ZipArchive> {
  try {
    return openZip(await readFile(input.path), archiveLimits(input.milliseconds));
  } catch (error) {
    throw error instanceof ImportError ? damagedArchive(error, input) : error;
  }
}
