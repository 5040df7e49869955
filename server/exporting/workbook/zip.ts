import { crc32, deflateRawSync, constants as zlib } from 'node:zlib';

/** 1 January 2000, 00:00 as MS-DOS wrote it: the same parts give the same bytes whenever they are written. */
const DOS_DATE = ((20 << 9) | (1 << 5) | 1) * 0x10000;
/** Above this a part is deflated piece by piece. */
const PIECE_BYTES = 256 * 1024;
const LEVEL = 4;
const VERSION = 20;
const MADE_BY = Uint8Array.of(VERSION, 0);
/** Names are UTF-8. */
const UTF8_NAMES = 0x0800;
const MOST_PARTS = 0xffff;
const STORED = 0;
const DEFLATED = 8;

export type Zip = {
  /** Appends a part. `pieces` follow each other; `packed` says that they don't shrink (pictures). */
  add(name: string, pieces: readonly Uint8Array[], packed?: 'packed'): void;
  /** The archive. */
  finish(): Uint8Array;
};

/** A zip archive in memory, without data descriptors and zip64: what every reader of spreadsheets opens. */
export function newZip(): Zip {
  const written: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let at = 0;
  return { add, finish };

  function add(name: string, pieces: readonly Uint8Array[], packed?: 'packed'): void {
    const data = packed ? pieces : deflated(pieces);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(VERSION, 0);
    common.writeUInt16LE(UTF8_NAMES, 2);
    common.writeUInt16LE(packed ? STORED : DEFLATED, 4);
    common.writeUInt32LE(DOS_DATE, 6);
    common.writeUInt32LE(
      pieces.reduce((crc, piece) => crc32(piece, crc), 0),
      10,
    );
    common.writeUInt32LE(sizeOf(data), 14);
    common.writeUInt32LE(sizeOf(pieces), 18);
    common.writeUInt16LE(Buffer.byteLength(name), 22);
    const nameBytes = Buffer.from(name);
    // Length of the comment, disk and attributes, all 0, then where the part begins.
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

/** Each piece ends on a whole byte, so that they can be deflated one by one and still make one stream. */
function deflated(pieces: readonly Uint8Array[]): Uint8Array[] {
  const cut = pieces.flatMap((piece) =>
    Array.from({ length: Math.ceil(piece.byteLength / PIECE_BYTES) }, (_, index) =>
      piece.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES),
    ),
  );
  return cut.map((piece, index) =>
    deflateRawSync(piece, {
      level: LEVEL,
      finishFlush: index === cut.length - 1 ? zlib.Z_FINISH : zlib.Z_SYNC_FLUSH,
    }),
  );
}

function signature(number: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(number);
  return bytes;
}

function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
