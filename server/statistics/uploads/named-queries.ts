import { type Queryable, queryOptionalRow, queryRow } from '../../platform/database/query.ts';

/** The customer of an external id. */
export function findCustomerByExternalId(
  db: Queryable,
  externalId: string,
): Promise<{ externalId: string; name: string; address: string | null } | undefined> {
  return queryOptionalRow(
    db,
    'select external_id as "externalId", name, address from customers where external_id = $1',
    [externalId],
  );
}

/** Whether an upload can choose that header image. */
export async function isTemplateImage(db: Queryable, id: number): Promise<boolean> {
  const { known } = await queryRow<{ known: boolean }>(
    db,
    'select exists (select from template_images where id = $1) as known',
    [id],
  );
  return known;
}
