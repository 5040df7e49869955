import { inflateSync } from 'node:zlib';
import { PNG_SIGNATURE, pngChunks, pngFile } from '../../platform/png-file.ts';

/** A few times the size in which browsers draw a signature. */
const MOST_PIXELS = 2_000_000;
/** Bytes per pixel by colour type, at eight bits each: grey, colour, and both with alpha. */
const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };

/**
 * A PNG as browsers draw it, without ancillary chunks; null for other files, larger pictures, or those that unpack to
 * more.
 */
export function signaturePicture(png: Buffer): Buffer | null {
  if (!png.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return null;
  const chunks = pngChunks(png);
  const [header] = chunks;
  if (header?.name !== 'IHDR' || header.content.length !== 13 || chunks.at(-1)?.name !== 'IEND') return null;
  const width = header.content.readUInt32BE(0);
  const height = header.content.readUInt32BE(4);
  const [depth, colour, compression, filter, interlace] = header.content.subarray(8) as unknown as number[];
  const perPixel = channels[colour!];
  if (!perPixel || depth !== 8 || compression !== 0 || filter !== 0 || interlace !== 0) return null;
  if (width === 0 || height === 0 || width * height > MOST_PIXELS) return null;
  const packed = Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map(({ content }) => content));
  if (!isPixels(packed, height, 1 + width * perPixel)) return null;
  return pngFile([
    ['IHDR', header.content],
    ['IDAT', packed],
  ]);
}

/** Whether the data unpacks to the expected number and length of lines, with valid filters. */
function isPixels(packed: Buffer, lines: number, lineBytes: number): boolean {
  try {
    const pixels = inflateSync(packed, { maxOutputLength: lines * lineBytes + 1 });
    if (pixels.length !== lines * lineBytes) return false;
    for (let at = 0; at < pixels.length; at += lineBytes) if (pixels[at]! > 4) return false;
    return true;
  } catch {
    // Corrupt, or larger than stated.
    return false;
  }
}
