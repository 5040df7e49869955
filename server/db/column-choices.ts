import type { ColumnChoice } from '../importing/recognition/column-choice.ts';
import { execute, type Queryable, queryOptionalRow } from './query.ts';

/** What a user took for what in a customer's file with these headings. */
export async function findColumnChoice(
  db: Queryable,
  customerExternalId: string,
  headings: string,
): Promise<ColumnChoice | undefined> {
  const row = await queryOptionalRow<{ choice: ColumnChoice }>(
    db,
    'select choice from column_choices where customer_external_id = $1 and headings = $2',
    [customerExternalId, headings],
  );
  return row?.choice;
}

export async function keepColumnChoice(
  db: Queryable,
  customerExternalId: string,
  headings: string,
  choice: ColumnChoice,
): Promise<void> {
  await execute(
    db,
    `insert into column_choices (customer_external_id, headings, choice) values ($1, $2, $3)
     on conflict (customer_external_id, headings) do update set choice = excluded.choice, chosen_at = now()`,
    [customerExternalId, headings, JSON.stringify(choice)],
  );
}
