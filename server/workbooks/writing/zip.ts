import { crc32, deflateRawSync, constants as zlib } from 'node:zlib';

/** 1 January 2000, 00:00 as an MS-DOS time: a fixed time makes the output reproducible. */
const DOS_DATE = ((20 << 9) | (1 << 5) | 1) * 0x10000;
const LEVEL = 4;
const VERSION = 20;
const MADE_BY = Uint8Array.of(VERSION, 0);

/** Names are UTF-8. */
const UTF8_NAMES = 0x0800;
const MOST_PARTS = 0xffff;
const STORED = 0;
const DEFLATED = 8;

/** A deflated piece of a part; only this is kept in memory. */
export type Deflated = { deflated: Uint8Array; size: number; crc: number };

export type Zip = {
  /** Appends a part made of pieces; the last one is not deflated yet. `packed`: does not shrink (pictures). */
  add(name: string, pieces: readonly (Uint8Array | Deflated)[], packed?: 'packed'): void;
  /** The archive. */
  finish(): Uint8Array;
};

/** Deflates a piece that others follow: it ends on a whole byte, so that pieces can be concatenated. */
export function deflated(piece: Uint8Array, flush = zlib.Z_SYNC_FLUSH): Deflated {
  return {
    deflated: deflateRawSync(piece, { level: LEVEL, finishFlush: flush }),
    size: piece.byteLength,
    crc: crc32(piece),
  };
}

/** A zip archive in memory, without data descriptors and zip64, which every spreadsheet opens. */
export function newZip(): Zip {
  const written: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let at = 0;
  return { add, finish };

  function add(name: string, pieces: readonly (Uint8Array | Deflated)[], packed?: 'packed'): void {
    const parts = pieces.map((piece, index) => {
      if (!(piece instanceof Uint8Array)) return piece;
      if (packed) return { deflated: piece, size: piece.byteLength, crc: crc32(piece) };
      return deflated(piece, index === pieces.length - 1 ? zlib.Z_FINISH : zlib.Z_SYNC_FLUSH);
    });
    const data = parts.map((part) => part.deflated);
    const crc = parts.reduce((sum, part) => combinedCrc32(sum, part.crc, part.size), 0);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(VERSION, 0);
    common.writeUInt16LE(UTF8_NAMES, 2);
    common.writeUInt16LE(packed ? STORED : DEFLATED, 4);
    common.writeUInt32LE(DOS_DATE, 6);
    common.writeUInt32LE(crc, 10);
    common.writeUInt32LE(sizeOf(data), 14);
    common.writeUInt32LE(
      parts.reduce((sum, { size }) => sum + size, 0),
      18,
    );
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const nameBytes = Buffer.from(name);
    // Length of the comment, disk and attributes, all 0, then the offset of the part.
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    central.push(signature(0x02014b50), MADE_BY, common, place, nameBytes);
    for (const bytes of [signature(0x04034b50), common, nameBytes, ...data]) {
      written.push(bytes);
      at += bytes.byteLength;
    }
  }

  function finish(): Uint8Array {
    const entries = central.length / 5;
    if (entries > MOST_PARTS)
      throw new RangeError(`An archive has ${MOST_PARTS} parts at most, not ${entries}`);
    const end = Buffer.alloc(22);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(entries, 8);
    end.writeUInt16LE(entries, 10);
    end.writeUInt32LE(sizeOf(central), 12);
    end.writeUInt32LE(at, 16);
    return Buffer.concat([...written, ...central, end]);
  }
}

function signature(number: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}

function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** The polynomial of CRC-32 in zip archives, bit-reversed. */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x80000000;

/** x to the power of 2 ** index, modulo the polynomial. */
const powers = (() => {
  let power = 0x40000000;
  return Array.from({ length: 32 }, (_, index) => {
    if (index > 0) power = times(power, power);
    return power;
  });
})();

/** The CRC-32 of two concatenated texts, the second of `length` bytes (as zlib's crc32_combine). */
export function combinedCrc32(first: number, second: number, length: number): number {
  let shift = ONE;
  for (let rest = length, index = 3; rest > 0; rest = Math.floor(rest / 2), index++) {
    if (rest % 2 === 1) shift = times(powers[index % 32]!, shift);
  }
  return (times(shift, first) ^ second) >>> 0;
}

/** The product of two polynomials, modulo the polynomial; the first is not 0. */
function times(a: number, b: number): number {
  let product = 0;
  let factor = b;
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= factor;
    factor = factor & 1 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1;
  }
  return product >>> 0;
}
