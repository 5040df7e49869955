import { open } from 'node:fs/promises';
import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import { assertZip, isCompoundFile } from '../../../workbooks/reading/file-kind.ts';
import { ImportError } from '../../../workbooks/reading/import-error.ts';
import { LIMITS } from '../../../workbooks/reading/limits.ts';
import type { SourceInput } from '../rows.ts';
import type { ContentKind } from './source-limits.ts';

const HEAD_BYTES = 64 * 1024;

/** The first bytes of a file and how long it is. */
export type FileHead = { head: Buffer; size: number };

export async function readHead(path: string): Promise<FileHead> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { bytesRead, buffer } = await file.read(Buffer.alloc(Math.min(size, HEAD_BYTES)), 0, undefined, 0);
    return { head: buffer.subarray(0, bytesRead), size };
  } finally {
    await file.close();
  }
}

/**
 * What a file is, told from its first bytes; `archive` may yet be a workbook or not.
 * @throws ReferenceDataError source_empty, source_other_kind, or source_unreadable with the code of what it is instead
 */
export function kindOf(
  { head }: FileHead,
  fileName: string,
): Exclude<ContentKind, 'xlsx' | 'zip'> | 'archive' {
  const utf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  const text = utf16 ? '' : head.toString('latin1').replace(/^ï»¿/, '').trimStart();
  if (head.length === 0) throw new ReferenceDataError('source_empty', { file: fileName });
  if (head[0] === 0x50 && head[1] === 0x4b && (head[2] === 3 || head[2] === 5)) return 'archive';
  if (isCompoundFile(head)) return 'xls';
  // A grid saved by a browser begins with a declaration, a comment of the browser or the first element.
  if (/^<(!doctype html|!--|html|head|body|table|meta|div|script)/i.test(text)) return 'html';
  if (/^[[{]/.test(text)) return 'json';
  if (utf16) return 'csv';
  const reason = whatElse(head);
  // Text without any separator is a table of one column.
  if (reason === 'import_csv' || (reason === 'import_unknown_file' && isText(head))) return 'csv';
  throw unreadable(fileName, reason);
}

/** Other kinds than those that a source comes in, where nothing can be said of how to mend it. */
export const OTHER_KINDS: ReadonlySet<string> = new Set([
  'import_pdf',
  'import_html',
  'import_csv',
  'import_word_document',
  'import_presentation',
  'import_other_office_file',
  'import_other_zip',
  'import_unknown_file',
]);

/** What is wrong with a workbook or archive, in this side's words. */
export function damagedArchive(
  { code, params }: ImportError,
  { fileName, milliseconds }: Pick<SourceInput, 'fileName' | 'milliseconds'>,
): ReferenceDataError {
  const file = fileName;
  if (code === 'import_too_slow') {
    const seconds = Math.max(1, Math.round(milliseconds / 1000));
    return new ReferenceDataError('source_too_slow', { file, seconds });
  }
  if (code === 'import_unpacked_too_large' || code === 'import_shared_strings_too_large') {
    const { unpackedBytes, sharedStringBytes } = LIMITS;
    const bytes = code === 'import_unpacked_too_large' ? unpackedBytes : sharedStringBytes;
    return new ReferenceDataError('source_unpacked_too_large', {
      file,
      limitMegabytes: bytes / (1024 * 1024),
    });
  }
  return unreadable(file, code, params);
}

function unreadable(
  file: string,
  reason: string,
  params: Record<string, string | number> = {},
): ReferenceDataError {
  if (OTHER_KINDS.has(reason)) return new ReferenceDataError('source_other_kind', { file });
  return new ReferenceDataError('source_unreadable', { ...params, file, reason });
}

function whatElse(head: Buffer): string {
  try {
    assertZip(head);
    return 'import_unknown_file';
  } catch (error) {
    if (error instanceof ImportError) return error.code;
    throw error;
  }
}

function isText(head: Buffer): boolean {
  const text = head.toString('latin1');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells binary from text
  return !/[\x00-\x08\x0e-\x1a]/.test(text) && /[\x21-\x7e\x80-\xff]/.test(text);
}
