import type { HeaderImage } from '../answers/portal.ts';
import { type Queryable, queryOptionalRow, queryRow, queryRows } from './query.ts';

/** Header images that an upload can choose, by name. */
export function listTemplateImages(db: Queryable): Promise<HeaderImage[]> {
  return queryRows(db, 'select id, name from template_images order by name, id');
}

export async function isTemplateImage(db: Queryable, id: number): Promise<boolean> {
  const { known } = await queryRow<{ known: boolean }>(
    db,
    'select exists (select from template_images where id = $1) as known',
    [id],
  );
  return known;
}

export function findTemplateImage(
  db: Queryable,
  id: number,
): Promise<{ content_type: string; content: Buffer } | undefined> {
  return queryOptionalRow(db, 'select content_type, content from template_images where id = $1', [id]);
}
