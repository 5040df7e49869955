import { ImportError, type ImportErrorCode } from './import-error.ts';
import { utf16Of } from './text-file.ts';
import type { ZipArchive } from './zip-archive.ts';

const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');
/** Stream names as UTF-16, also in capitals, as Crystal Reports writes them. */
const OLD_WORKBOOKS = ['Workbook\0', 'Book\0'].map(
  (name) => new RegExp([...name].map((letter) => `${letter}\0`).join(''), 'i'),
);
const SPREADSHEET_2003 = 'urn:schemas-microsoft-com:office:spreadsheet';
const OPENDOCUMENT = 'application/vnd.oasis.opendocument';

/** Whether a file is an OLE compound file (Office before .xlsx), by its signature. */
export function isCompoundFile(file: Uint8Array): boolean {
  return Buffer.from(file.buffer, file.byteOffset, file.byteLength).subarray(0, 8).equals(COMPOUND_FILE);
}

/**
 * Accepts zip archives; recognises other files by content, never by name. @throws ImportError with a code for each kind
 * of file that people mistake for an .xlsx
 */
export function assertZip(file: Uint8Array): void {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length === 0) throw new ImportError('import_file_empty');
  const start = bytes.toString('latin1', 0, 4);
  if (start === 'PK\x03\x04' || start === 'PK\x05\x06') return;
  throw new ImportError(kindOf(bytes));
}

/** The kind of a readable file, by content. @throws ImportError with a code for each other kind */
export function fileKind(file: Uint8Array): 'archive' | 'text' | 'old workbook' {
  try {
    assertZip(file);
    return 'archive';
  } catch (error) {
    if (error instanceof ImportError && error.code === 'import_csv') return 'text';
    if (error instanceof ImportError && error.code === 'import_old_excel') return 'old workbook';
    throw error;
  }
}

/**
 * Accepts archives with a workbook of the .xlsx kind, by part names. @throws ImportError import_opendocument,
 * import_word_document, import_other_zip, …
 */
export function assertWorkbookArchive(archive: ZipArchive): void {
  const has = (part: string) => archive.entries.has(part);
  const mimetype = archive.entries.get('mimetype');
  if (mimetype !== undefined) {
    const start = mimetype.localHeader + 30;
    const head = archive.bytes.toString('latin1', start, start + 120);
    if (head.includes(OPENDOCUMENT)) throw new ImportError('import_opendocument');
  }
  if (has('word/document.xml')) throw new ImportError('import_word_document');
  if (has('ppt/presentation.xml')) throw new ImportError('import_presentation');
  if (has('xl/workbook.bin')) throw new ImportError('import_excel_binary');
  if (!has('[content_types].xml')) {
    const names = [...archive.entries.keys()];
    if (names.some((name) => name.startsWith('xl/'))) {
      throw new ImportError('import_part_missing', { part: '[Content_Types].xml' });
    }
    throw new ImportError('import_other_zip');
  }
}

function kindOf(bytes: Buffer): ImportErrorCode {
  if (isCompoundFile(bytes)) {
    if (bytes.includes(ENCRYPTED_PACKAGE)) return 'import_password_protected';
    const text = bytes.toString('latin1');
    return OLD_WORKBOOKS.some((name) => name.test(text)) ? 'import_old_excel' : 'import_other_office_file';
  }
  const text = textStart(bytes);
  if (text === undefined) return 'import_unknown_file';
  const lower = text.trimStart().toLowerCase();
  if (lower.startsWith('%pdf')) return 'import_pdf';
  if (lower.startsWith('{\\rtf')) return 'import_word_document';
  if (lower.includes(SPREADSHEET_2003)) return 'import_excel_2003_xml';
  if (/<(!doctype html|html|table|body|head|meta)[\s>]/.test(lower)) return 'import_html';
  if (lower.startsWith('<')) return 'import_unknown_file';
  return /[;,\t|]/.test(text) ? 'import_csv' : 'import_unknown_file';
}

/** The first characters of a text; undefined for binary files. A PDF may have binary bytes after its first line. */
function textStart(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, 4096);
  if (head.toString('latin1', 0, 5) === '%PDF-') return '%PDF';
  const utf16 = utf16Of(head);
  if (utf16) return new TextDecoder(utf16).decode(head);
  const text = head.toString('utf8').replace(/^\ufeff/, '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells binary from text
  return /[\x00-\x08\x0e-\x1a]/.test(text) ? undefined : text;
}
