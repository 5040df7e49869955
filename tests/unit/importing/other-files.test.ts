import { utils, write } from '@e965/xlsx';
import ExcelJS from 'exceljs';
import { describe, expect, test } from 'vitest';
import { bought, readLines, refusal } from '#tests/support/read-lines.ts';
import { workbookParts, xlsxOfRows, zip, zipParts } from '#tests/support/xlsx-builder.ts';

const ROWS = [
  ['GTIN', 'Menge'],
  ['7680546372163', 5],
];

function written(
  bookType: 'biff8' | 'biff5' | 'ods' | 'html' | 'xlml' | 'csv' | 'xlsb' | 'rtf' | 'txt',
): Uint8Array {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet(ROWS), 'Data');
  return new Uint8Array(write(book, { bookType, type: 'buffer' }));
}

/** A compound file (OLE) as Excel writes it around an encrypted workbook: header, FAT and directory. */
function compoundFile(streams: string[]): Buffer {
  const file = Buffer.alloc(512 * 4, 0xff);
  file.fill(0, 0, 512);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  const directory = file.fill(0, 1024).subarray(1024);
  ['Root Entry', ...streams].forEach((name, i) => {
    directory.write(name, i * 128, 'utf16le');
    directory.writeUInt16LE(2 * name.length + 2, i * 128 + 64);
  });
  return file;
}

describe('files that are not read are told apart by content', () => {
  test.each([
    ['an empty file', Buffer.alloc(0), 'import_file_empty'],
    ['a binary workbook', written('xlsb'), 'import_excel_binary'],
    ['an XML spreadsheet of 2003', written('xlml'), 'import_excel_2003_xml'],
    ['an OpenDocument sheet', written('ods'), 'import_opendocument'],
    ['a web page', written('html'), 'import_html'],
    ['a web page with a table only', Buffer.from('\r\n<table><tr><td>GTIN</td></tr></table>'), 'import_html'],
    ['a PDF', Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'), 'import_pdf'],
    ['an RTF text', written('rtf'), 'import_word_document'],
    ['random bytes', Buffer.from('0001020304ff', 'hex'), 'import_unknown_file'],
    ['plain words', Buffer.from('hello'), 'import_unknown_file'],
    [
      'an encrypted workbook',
      compoundFile(['EncryptionInfo', 'EncryptedPackage']),
      'import_password_protected',
    ],
    ['an old Word document', compoundFile(['WordDocument']), 'import_other_office_file'],
    ['a zip of something else', zip([{ name: 'photo.jpg', data: 'x' }]), 'import_other_zip'],
    ['an empty zip', zip([]), 'import_other_zip'],
  ])('%s', async (_name, file, code) => {
    expect((await refusal(file)).code).toBe(code);
  });

  test('a Word document', async () => {
    const parts = workbookParts([{}]).set('word/document.xml', '<document/>');
    expect((await refusal(zipParts(parts))).code).toBe('import_word_document');
  });

  test('a presentation', async () => {
    const parts = workbookParts([{}]).set('ppt/presentation.xml', '<presentation/>');
    expect((await refusal(zipParts(parts))).code).toBe('import_presentation');
  });

  test('a workbook with zip encryption', async () => {
    const parts = [...workbookParts([{ rows: ROWS }])].map(([name, data]) => ({ name, data, flags: 1 }));
    expect((await refusal(zip(parts))).code).toBe('import_password_protected');
  });
});

describe('files of common writers are read', () => {
  test('exceljs, with a second sheet and styles', async () => {
    const book = new ExcelJS.Workbook();
    const sheet = book.addWorksheet('Bezüge');
    sheet.addRows(ROWS);
    sheet.getRow(1).font = { bold: true };
    sheet.autoFilter = 'A1:B1';
    book.addWorksheet('Leer');
    const { lines } = await readLines(new Uint8Array(await book.xlsx.writeBuffer()));
    expect(bought(lines)).toEqual([['7680546372163', 5]]);
  });

  test('SheetJS', async () => {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet(ROWS), 'Data');
    const shared = new Uint8Array(write(book, { bookType: 'xlsx', type: 'buffer', bookSST: true }));
    expect(bought((await readLines(shared)).lines)).toEqual([['7680546372163', 5]]);
  });

  test('a file within a larger buffer', async () => {
    const file = xlsxOfRows(ROWS);
    const larger = Buffer.concat([Buffer.alloc(1000, 0x41), file, Buffer.alloc(1000)]);
    const { lines } = await readLines(larger.subarray(1000, 1000 + file.length));
    expect(bought(lines)).toEqual([['7680546372163', 5]]);
  });
});
