import { execute, type Queryable, queryRows } from '../../platform/database/query.ts';
import type { RememberedChoice } from '../lines/recognition/column-choice.ts';

const MOST_CHOICES = 50;

/** What users took for what in a customer's files, and how they had texts read, the last choice first; of nobody none. */
export function findColumnChoices(
  db: Queryable,
  customerExternalId: string | null,
): Promise<RememberedChoice[]> {
  return queryRows<RememberedChoice>(
    db,
    `select headings, choice, text from column_choices where customer_external_id = $1
     order by chosen_at desc, headings limit ${MOST_CHOICES}`,
    [customerExternalId],
  );
}

export async function keepColumnChoice(
  db: Queryable,
  customerExternalId: string,
  { headings, choice, text }: RememberedChoice,
): Promise<void> {
  await execute(
    db,
    `insert into column_choices (customer_external_id, headings, choice, text) values ($1, $2, $3, $4)
     on conflict (customer_external_id, headings)
       do update set choice = excluded.choice, text = excluded.text, chosen_at = now()`,
    [customerExternalId, headings, JSON.stringify(choice), text && JSON.stringify(text)],
  );
}
