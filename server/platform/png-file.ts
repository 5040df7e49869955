import { crc32 } from 'node:zlib';

/** The signature of PNG files. */
export const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export type PngChunk = { name: string; content: Buffer };

/** All complete chunks up to IEND. */
export function pngChunks(png: Buffer): PngChunk[] {
  const chunks: PngChunk[] = [];
  for (let at = PNG_SIGNATURE.length; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    const end = at + 8 + length;
    if (end + 4 > png.length) break;
    const name = png.toString('latin1', at + 4, at + 8);
    chunks.push({ name, content: png.subarray(at + 8, end) });
    if (name === 'IEND') break;
    at = end + 4;
  }
  return chunks;
}

/** A PNG of these chunks; IEND is added. */
export function pngFile(chunks: readonly (readonly [name: string, content: Uint8Array])[]): Buffer {
  const end = ['IEND', new Uint8Array()] as const;
  return Buffer.concat([
    PNG_SIGNATURE,
    ...[...chunks, end].map(([name, content]) => pngChunk(name, content)),
  ]);
}

function pngChunk(name: string, content: Uint8Array): Buffer {
  const bytes = Buffer.alloc(12 + content.length);
  bytes.writeUInt32BE(content.length, 0);
  bytes.write(name, 4, 'latin1');
  bytes.set(content, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + content.length)), 8 + content.length);
  return bytes;
}
