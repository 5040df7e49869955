import { type Queryable, queryOptionalRow, storedFile } from '../../platform/database/query.ts';

/** A picture without its content; size in bytes. */
export type TemplateImage = { id: number; type: string; size: number };

const image = 'i.id, i.content_type as type, length(i.content) as size';

export function findTemplateImage(db: Queryable, id: number): Promise<TemplateImage | undefined> {
  return queryOptionalRow(db, `select ${image} from template_images i where id = $1`, [id]);
}

/** The header image of a statistic, if it has this id. */
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
