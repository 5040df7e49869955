import { constants, crc32, deflateRawSync } from 'node:zlib';
import { columnLetters } from '#shared/column-letters.ts';

/** One file of an archive; everything but name and data exists to tell lies. */
export type ZipPart = {
  name: string;
  data: Buffer | string;
  store?: boolean;
  /** Packed bytes to write instead of those made of `data`; `size` and `crc` are then needed too. */
  packed?: Buffer;
  size?: number;
  crc?: number;
  packedSize?: number;
  /** Written in the local header only. */
  local?: { name?: string; size?: number; crc?: number; packedSize?: number; method?: number };
  flags?: number;
  method?: number;
  /** Sizes and CRC behind the data, zeros in the local header, as streaming writers do. */
  descriptor?: boolean;
  /** Sizes in a zip64 extra field. */
  zip64?: boolean;
};

/** A zip archive of these parts, in this order. */
export function zip(parts: ZipPart[], { comment = '', count = parts.length } = {}): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const part of parts) {
    const data = Buffer.from(part.data);
    const method = part.method ?? (part.store ? 0 : 8);
    const packed = part.packed ?? (part.store ? data : deflateRawSync(data));
    const crc = part.crc ?? crc32(data);
    const size = part.size ?? data.length;
    const packedSize = part.packedSize ?? packed.length;
    const flags = (part.flags ?? 0) | (part.descriptor ? 8 : 0);
    const name = Buffer.from(part.name);
    const localName = Buffer.from(part.local?.name ?? part.name);
    const extra = part.zip64 ? zip64Extra(size, packedSize) : Buffer.alloc(0);

    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(45, 4);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(part.local?.method ?? method, 8);
    local.writeUInt32LE(part.descriptor ? 0 : (part.local?.crc ?? crc), 14);
    local.writeUInt32LE(
      part.descriptor ? 0 : part.zip64 ? 0xffffffff : (part.local?.packedSize ?? packedSize),
      18,
    );
    local.writeUInt32LE(part.descriptor ? 0 : part.zip64 ? 0xffffffff : (part.local?.size ?? size), 22);
    local.writeUInt16LE(localName.length, 26);
    local.writeUInt16LE(extra.length, 28);
    const descriptor = part.descriptor ? dataDescriptor(crc, packedSize, size) : Buffer.alloc(0);

    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(45, 6);
    central.writeUInt16LE(flags, 8);
    central.writeUInt16LE(method, 10);
    central.writeUInt32LE(crc, 16);
    central.writeUInt32LE(part.zip64 ? 0xffffffff : packedSize, 20);
    central.writeUInt32LE(part.zip64 ? 0xffffffff : size, 24);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt16LE(extra.length, 30);
    central.writeUInt32LE(offset, 42);

    pieces.push(local, localName, extra, packed, descriptor);
    directory.push(central, name, extra);
    offset += 30 + localName.length + extra.length + packed.length + descriptor.length;
  }
  const directorySize = directory.reduce((sum, piece) => sum + piece.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(directorySize, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...pieces, ...directory, end, Buffer.from(comment)]);
}

/** A part of `before`, `block` repeated `times` times and `after`, packed without ever being held in memory. */
export function repeatedPart(
  name: string,
  before: string,
  block: string,
  times: number,
  after: string,
): ZipPart {
  const flushed = (text: string) => deflateRawSync(text, { finishFlush: constants.Z_FULL_FLUSH });
  const perPiece = Math.min(times, Math.max(1, Math.floor((1024 * 1024) / block.length)));
  const pieces = Math.floor(times / perPiece);
  const piece = Buffer.from(block.repeat(perPiece));
  const rest = Buffer.from(block.repeat(times - pieces * perPiece) + after);
  const packedPiece = flushed(piece.toString());
  let crc = crc32(before);
  for (let i = 0; i < pieces; i++) crc = crc32(piece, crc);
  crc = crc32(rest, crc);
  return {
    name,
    data: '',
    packed: Buffer.concat([flushed(before), ...Array(pieces).fill(packedPiece), deflateRawSync(rest)]),
    size: Buffer.byteLength(before) + pieces * piece.length + rest.length,
    crc,
  };
}

export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
export const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
export const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export type Cell = string | number | null;
export type SheetSpec = { name?: string; rows?: Cell[][]; xml?: string; state?: string; part?: string };

/** Parts of a plain workbook by name; tests change them before zipping. */
export function workbookParts(sheets: SheetSpec[], sharedStrings?: string): Map<string, string | Buffer> {
  const parts = new Map<string, string | Buffer>();
  const partOf = (sheet: SheetSpec, i: number) => sheet.part ?? `xl/worksheets/sheet${i + 1}.xml`;
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  parts.set(
    '[Content_Types].xml',
    `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>${sheets.map((s, i) => `<Override PartName="/${partOf(s, i)}" ContentType="${type}.worksheet+xml"/>`).join('')}</Types>`,
  );
  parts.set('_rels/.rels', relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]));
  parts.set(
    'xl/workbook.xml',
    `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONSHIPS}"><sheets>${sheets
      .map((s, i) => {
        const state = s.state ? ` state="${s.state}"` : '';
        return `<sheet name="${escaped(s.name ?? `Sheet${i + 1}`)}" sheetId="${i + 1}"${state} r:id="rId${i + 1}"/>`;
      })
      .join('')}</sheets></workbook>`,
  );
  const links: [string, string, string][] = sheets.map((s, i) => [
    `rId${i + 1}`,
    'worksheet',
    partOf(s, i).replace(/^xl\//, ''),
  ]);
  if (sharedStrings !== undefined) {
    links.push([`rId${sheets.length + 1}`, 'sharedStrings', 'sharedStrings.xml']);
    parts.set('xl/sharedStrings.xml', sharedStrings);
  }
  parts.set('xl/_rels/workbook.xml.rels', relationships(links));
  sheets.forEach((s, i) => {
    parts.set(partOf(s, i), s.xml ?? sheetXml(rowsXml(s.rows ?? [])));
  });
  return parts;
}

/** An .xlsx of plain sheets. */
export function xlsx(sheets: SheetSpec[], sharedStrings?: string): Buffer {
  return zipParts(workbookParts(sheets, sharedStrings));
}

/** An .xlsx of one sheet with these cells. */
export function xlsxOfRows(rows: Cell[][]): Buffer {
  return xlsx([{ rows }]);
}

/** An .xlsx of one sheet with this XML inside sheetData. */
export function xlsxOfSheetData(sheetData: string, sharedStrings?: string): Buffer {
  return xlsx([{ xml: sheetXml(sheetData) }], sharedStrings);
}

export function zipParts(parts: Map<string, string | Buffer>): Buffer {
  return zip([...parts].map(([name, data]) => ({ name, data })));
}

export function relationships(links: [id: string, type: string, target: string][]): string {
  return `${DECLARATION}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${links
    .map(
      ([id, type, target]) => `<Relationship Id="${id}" Type="${RELATIONSHIPS}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;
}

export function sheetXml(sheetData: string, after = '', before = ''): string {
  return `${DECLARATION}<worksheet xmlns="${MAIN}">${before}<sheetData>${sheetData}</sheetData>${after}</worksheet>`;
}

export function rowsXml(rows: Cell[][]): string {
  return rows
    .map((cells, i) => `<row r="${i + 1}">${cells.map((cell, c) => cellXml(cell, c, i + 1)).join('')}</row>`)
    .join('');
}

export function sharedStringsXml(items: string[]): string {
  return `${DECLARATION}<sst xmlns="${MAIN}" count="${items.length}" uniqueCount="${items.length}">${items.join('')}</sst>`;
}

export function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function cellXml(cell: Cell, column: number, row: number): string {
  if (cell === null) return '';
  const reference = `${columnLetters(column)}${row}`;
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`;
  return `<c r="${reference}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
}

function zip64Extra(size: number, packedSize: number): Buffer {
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(16, 2);
  extra.writeBigUInt64LE(BigInt(size), 4);
  extra.writeBigUInt64LE(BigInt(packedSize), 12);
  return extra;
}

function dataDescriptor(crc: number, packedSize: number, size: number): Buffer {
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc, 4);
  descriptor.writeUInt32LE(packedSize, 8);
  descriptor.writeUInt32LE(size, 12);
  return descriptor;
}
