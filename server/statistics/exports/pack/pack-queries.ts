import { type Queryable, queryRow } from '../../../platform/database/query.ts';

/** What the cover of a pack has of a statistic. */
export type PackCover = {
  /** PNG or JPEG. */
  headerImage: Buffer | null;
  /** Who looks after the customer: its uploader, if they are its sales representative too. */
  representative: string | null;
  representativeMail: string | null;
};

/** `visible`: the uploaders whose statistics the caller may see (null: everyone's); of others nobody is named. */
export function findPackCover(
  db: Queryable,
  statistic: number,
  visible: number[] | null,
): Promise<PackCover> {
  return queryRow<PackCover>(
    db,
    `select i.content as "headerImage", u.name as representative, u.email as "representativeMail"
     from statistics s
     left join template_images i on i.id = s.header_image_id
     left join users u on u.id = s.uploader_id and u.active and u.name = s.sales_representative
       and ($2::integer[] is null or u.id = any ($2))
     where s.id = $1`,
    [statistic, visible],
  );
}
