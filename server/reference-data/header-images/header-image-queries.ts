import type { AdminHeaderImage, HeaderImage } from '#shared/schemas/portal.ts';
import {
  execute,
  type Queryable,
  queryOptionalRow,
  queryRow,
  queryRows,
  storedFile,
} from '../../platform/database/query.ts';

/** Header images that an upload can choose, by name. */
export function listTemplateImages(db: Queryable): Promise<HeaderImage[]> {
  return queryRows(db, 'select id, name from template_images order by name, id');
}

/** A picture without its content: its type, and its size in bytes. */
export type TemplateImage = { id: number; type: string; size: number };

const image = 'i.id, i.content_type as type, length(i.content) as size';

export function findTemplateImage(db: Queryable, id: number): Promise<TemplateImage | undefined> {
  return queryOptionalRow(db, `select ${image} from template_images i where id = $1`, [id]);
}

/** The image above a statistic, if it is this one. */
export function findHeaderImage(
  db: Queryable,
  statisticId: number,
  id: number,
): Promise<TemplateImage | undefined> {
  return queryOptionalRow(
    db,
    `select ${image} from statistics s join template_images i on i.id = s.header_image_id
     where s.id = $1 and i.id = $2`,
    [statisticId, id],
  );
}

export function templateImageContent(db: Queryable, { id, size }: TemplateImage): AsyncGenerator<Buffer> {
  const from = 'template_images where id = $3';
  return storedFile(db, { column: 'content', from, parameters: [id], size });
}

const withUse = `select i.id, i.name,
  (select count(*)::integer from statistics s where s.header_image_id = i.id) as statistics from template_images i`;

/** The same, each with how many statistics show it, those included that can still be restored. */
export function listTemplateImageUses(db: Queryable): Promise<AdminHeaderImage[]> {
  return queryRows(db, `${withUse} order by i.name, i.id`);
}

/** One of them. */
export function findTemplateImageUse(db: Queryable, id: number): Promise<AdminHeaderImage | undefined> {
  return queryOptionalRow(db, `${withUse} where i.id = $1`, [id]);
}

/** Nobody else adds, renames, deletes or newly refers to one until the transaction ends. */
export async function lockTemplateImages(db: Queryable): Promise<void> {
  await execute(db, 'lock table template_images in exclusive mode');
}

/** Whether another image has that name. */
export async function imageNameIsTaken(db: Queryable, name: string, except: number | null): Promise<boolean> {
  const found = await queryRows(
    db,
    'select id from template_images where lower(name) = lower($1) and id is distinct from $2 limit 1',
    [name, except],
  );
  return found.length > 0;
}

export async function insertTemplateImage(
  db: Queryable,
  name: string,
  contentType: string,
  content: Buffer,
): Promise<number> {
  const { id } = await queryRow<{ id: number }>(
    db,
    'insert into template_images (name, content_type, content) values ($1, $2, $3) returning id',
    [name, contentType, content],
  );
  return id;
}

export async function renameTemplateImage(db: Queryable, id: number, name: string): Promise<void> {
  await execute(db, 'update template_images set name = $1 where id = $2', [name, id]);
}

export async function deleteTemplateImage(db: Queryable, id: number): Promise<void> {
  await execute(db, 'delete from template_images where id = $1', [id]);
}
