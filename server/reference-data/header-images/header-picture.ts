import { crc32 } from 'node:zlib';
import { refusedAt } from '../../platform/errors.ts';
import { PNG_SIGNATURE } from '../../platform/png-file.ts';

const MOST_SIDE = 4096;

/** Recognises a complete PNG or JPEG by its bytes. @throws AppError 400 for anything else, and for too large pictures */
export function readHeaderPicture(bytes: Buffer): HeaderPicture {
  const picture = headerPicture(bytes);
  if (!picture) throw refusedAt('file', 400, 'header_image_type');
  const { width, height } = picture;
  if (Math.min(width, height) < 1 || Math.max(width, height) > MOST_SIDE)
    throw refusedAt('file', 400, 'header_image_size', { width, height, most: MOST_SIDE });
  return picture;
}

/** A stored picture, its type by content. */
type HeaderPicture = { contentType: 'image/png' | 'image/jpeg'; width: number; height: number };

function headerPicture(bytes: Buffer): HeaderPicture | null {
  if (bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return pngOf(bytes);
  return bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8 ? jpegOf(bytes) : null;
}

/** Checks the chunks and their checksums from IHDR to IEND. */
function pngOf(bytes: Buffer): HeaderPicture | null {
  let size: { width: number; height: number } | undefined;
  let hasPixels = false;
  for (let at = PNG_SIGNATURE.length; at + 12 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length) return null;
    if (bytes.readUInt32BE(end) !== crc32(bytes.subarray(at + 4, end))) return null;
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'IHDR' && end - at === 21)
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    if (name === 'IDAT') hasPixels = true;
    if (name === 'IEND') return size && hasPixels ? { contentType: 'image/png', ...size } : null;
    at = end + 4;
  }
  return null;
}

/** Checks the segments up to the pixels, and the end marker. */
function jpegOf(bytes: Buffer): HeaderPicture | null {
  let size: { width: number; height: number } | undefined;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return null;
    if (isFrame(marker) && at + 9 <= bytes.length)
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    if (marker === 0xda) {
      const isWhole = bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) > at;
      return size && isWhole ? { contentType: 'image/jpeg', ...size } : null;
    }
    at += 2 + length;
  }
  return null;
}

/** SOF0 to SOF15 without DHT, JPG and DAC, whose codes are among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
