import type { Pool } from 'pg';
import type { AdminHeaderImage } from '#shared/schemas/portal.ts';
import type { User } from '#shared/schemas/user.ts';
import { recordChange } from '../../audit/record-audit.ts';
import { inTransaction, type Queryable } from '../../platform/database/query.ts';
import { AppError, gone } from '../../platform/errors.ts';
import { nameTaken } from '../name-taken.ts';
import {
  deleteTemplateImage,
  findTemplateImageUse,
  imageNameIsTaken,
  insertTemplateImage,
  lockTemplateImages,
  renameTemplateImage,
} from './header-image-queries.ts';
import { headerPicture } from './header-picture.ts';

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
  if (!picture) throw refused('header_image_type');
  const { width, height, contentType } = picture;
  if (Math.min(width, height) < 1 || Math.max(width, height) > MOST_SIDE)
    throw refused('header_image_size', { width, height, most: MOST_SIDE });
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

function refused(code: string, params: Record<string, number> = {}): AppError {
  return new AppError(400, code, { params, issues: [{ path: 'file', message: code }] });
}

function record(
  client: Queryable,
  by: User,
  deed: string,
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
