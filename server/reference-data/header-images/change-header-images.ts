import { crc32 } from 'node:zlib';
import type { Pool } from 'pg';
import type { AdminHeaderImage } from '#shared/schemas/portal.ts';
import type { User } from '#shared/schemas/user.ts';
import { inTransaction, type Queryable } from '../../platform/database/query.ts';
import { AppError, gone, nameTaken, refusedAt } from '../../platform/errors.ts';
import { PNG_SIGNATURE } from '../../platform/png-file.ts';
import { type AuditDeed, recordChange } from '../../platform/record-audit.ts';
import {
  deleteTemplateImage,
  findTemplateImageUse,
  imageNameIsTaken,
  insertTemplateImage,
  lockTemplateImages,
  renameTemplateImage,
} from './header-image-queries.ts';

export const MOST_IMAGE_BYTES = 2 * 1024 * 1024;
const MOST_SIDE = 4096;

/** @throws AppError 400 for what is no PNG or JPEG or too large, 409 where another one has the name */
export async function addHeaderImage(
  pool: Pool,
  name: string,
  bytes: Buffer,
  by: User,
): Promise<AdminHeaderImage> {
  const picture = headerPicture(bytes);
  if (!picture) throw refusedAt('file', 400, 'header_image_type');
  const { width, height, contentType } = picture;
  if (Math.min(width, height) < 1 || Math.max(width, height) > MOST_SIDE)
    throw refusedAt('file', 400, 'header_image_size', { width, height, most: MOST_SIDE });
  return inTransaction(pool, async (client) => {
    await lockTemplateImages(client);
    if (await imageNameIsTaken(client, name, null)) throw nameTaken('name', name);
    const id = await insertTemplateImage(client, name, contentType, bytes);
    const after = { name, type: contentType, width, height };
    await record(client, by, 'created', id, name, {}, after);
    return { id, name, statistics: 0 };
  });
}

/** @throws AppError 404, and 409 where another one has the name */
export function renameHeaderImage(pool: Pool, id: number, name: string, by: User): Promise<AdminHeaderImage> {
  return inTransaction(pool, async (client) => {
    await lockTemplateImages(client);
    const before = await findTemplateImageUse(client, id);
    if (!before) throw gone();
    if (await imageNameIsTaken(client, name, id)) throw nameTaken('name', name);
    await renameTemplateImage(client, id, name);
    if (before.name !== name) await record(client, by, 'renamed', id, name, { name: before.name }, { name });
    return { ...before, name };
  });
}

/** @throws AppError 404, and 409 while statistics show it, those that can be restored included */
export function removeHeaderImage(pool: Pool, id: number, by: User): Promise<void> {
  return inTransaction(pool, async (client) => {
    await lockTemplateImages(client);
    const before = await findTemplateImageUse(client, id);
    if (!before) throw gone();
    const { name, statistics } = before;
    if (statistics > 0) throw new AppError(409, 'header_image_in_use', { params: { count: statistics } });
    await deleteTemplateImage(client, id);
    await record(client, by, 'deleted', id, name, { name }, {});
  });
}

function record(
  client: Queryable,
  by: User,
  deed: AuditDeed,
  id: number,
  name: string,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Promise<void> {
  return recordChange(client, {
    by,
    action: `header-image.${deed}`,
    subject: 'header-image',
    subjectKey: id,
    subjectName: name,
    before,
    after,
  });
}

/** A picture as it is kept: its type by its content. */
type HeaderPicture = { contentType: 'image/png' | 'image/jpeg'; width: number; height: number };

/** What a file is, told by its bytes: a whole PNG or JPEG with its size in pixels, or null for anything else. */
function headerPicture(bytes: Buffer): HeaderPicture | null {
  if (bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return pngOf(bytes);
  return bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8 ? jpegOf(bytes) : null;
}

/** Chunks with their checksums, from the header to the end. */
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

/** Segments up to the pixels, and the mark of the end behind them. */
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

/** SOF0 to SOF15 without DHT, JPG and DAC, which lie among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
