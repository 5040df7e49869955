import { instant } from '../../platform/database/instant.ts';
import { type Queryable, queryOptionalRow, queryRow } from '../../platform/database/query.ts';

/** A signature and what it is for. `image`: a PNG; null where the name was typed and confirmed. */
export type Signature = {
  image: Buffer | null;
  name: string;
  selectionSha256: Buffer;
  catalogueRevision: number;
};

/** Keeps a signature and gives its id. */
export async function insertSignature(db: Queryable, cartId: number, given: Signature): Promise<number> {
  const { id } = await queryRow<{ id: number }>(
    db,
    `insert into cart_signatures (cart_id, image, name, selection_sha256, catalogue_revision)
     values ($1, $2, $3, $4, $5) returning id`,
    [cartId, given.image, given.name, given.selectionSha256, given.catalogueRevision],
  );
  return id;
}

export function findSignature(
  db: Queryable,
  id: number,
): Promise<(Signature & { signedAt: string }) | undefined> {
  return queryOptionalRow(
    db,
    `select image, name, selection_sha256 as "selectionSha256", catalogue_revision as "catalogueRevision",
       ${instant('signed_at')} as "signedAt"
     from cart_signatures where id = $1`,
    [id],
  );
}
