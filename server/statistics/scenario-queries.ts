import type { Scenario, WhatIfChoice } from '#shared/schemas/scenario.ts';
import type { Revisions } from '../platform/cache-invalidation/revisions.ts';
import { execute, instant, type Queryable, queryOptionalRow, queryRows } from '../platform/database/query.ts';

/** What a scenario is of. */
type Of = { statisticId: number; ownerId: number };

/** What the figures of a scenario depend on. */
type RevisionsOf = Pick<Revisions, 'catalogue' | 'stockouts' | 'provider'> & { statistic: number };

/**
 * Whether a scenario `s` was kept of others. Only what a combined statistic contains changes, and what codes were said to mean by
 * hand; what can be delivered decides where
 * all deliverable alternatives or a benchmark were chosen.
 */
const isChanged = `(
  s.statistic_revision <> $3 and exists (select from statistics where id = s.statistic_id and combined)
  or exists (select from statistics where id = s.statistic_id and matched_at > s.made_at)
  or (s.catalogue_revision, s.provider_revision) <> ($4, $5)
  or s.stockout_revision <> $6 and (
    s.choice ->> 'benchmark' is not null
    or exists (select from jsonb_array_elements_text(s.choice -> 'chosen') as chosen where chosen ~ '^([0-9.]+@)?all$')
  )
)`;

/** One's own scenarios of a statistic and those that others have made visible, by name. */
export function listScenarios(
  db: Queryable,
  { statisticId, ownerId }: Of,
  revisions: RevisionsOf,
): Promise<Scenario[]> {
  return queryRows(
    db,
    `select s.id, s.name, s.owner_id = $2 as own, u.name as "ownerName", s.visible, s.choice,
       ${isChanged} as changed, ${instant('s.made_at')} as "madeAt"
     from scenarios s join users u on u.id = s.owner_id
     where s.statistic_id = $1 and (s.owner_id = $2 or s.visible)
     order by s.owner_id <> $2, lower(s.name), s.id`,
    [statisticId, ownerId, revisions.statistic, revisions.catalogue, revisions.provider, revisions.stockouts],
  );
}

export type FoundScenario = Pick<Scenario, 'name' | 'choice'>;

/** One's own of a statistic, or one that another has made visible. */
export function findScenario(
  db: Queryable,
  { statisticId, ownerId }: Of,
  id: number,
): Promise<FoundScenario | undefined> {
  return queryOptionalRow(
    db,
    'select name, choice from scenarios where id = $3 and statistic_id = $1 and (owner_id = $2 or visible)',
    [statisticId, ownerId, id],
  );
}

/** A product of the provider that would be bought instead, and how many packs in the statistic's period. */
export type Proposed = { gtin: string; productDescription: string; packs: number };

/** Keeps a choice under a name, in the place of the one that had it. Nothing where there are as many as may be. */
export async function keepScenario(
  db: Queryable,
  { statisticId, ownerId }: Of,
  revisions: RevisionsOf,
  {
    name,
    choice,
    proposed,
    most,
  }: { name: string; choice: WhatIfChoice; proposed: readonly Proposed[]; most: number },
): Promise<boolean> {
  const kept = await queryOptionalRow(
    db,
    `insert into scenarios (statistic_id, owner_id, name, choice, statistic_revision, catalogue_revision, provider_revision,
       stockout_revision, proposed)
     select $1::integer, $2::integer, $3::text, $4::jsonb, $5::integer, $6::integer, $9::integer, $10::integer, $8::jsonb
     where (select count(*) from scenarios where statistic_id = $1 and owner_id = $2 and name <> $3) < $7
     on conflict (statistic_id, owner_id, name) do update set choice = excluded.choice, proposed = excluded.proposed,
       statistic_revision = excluded.statistic_revision, catalogue_revision = excluded.catalogue_revision,
       provider_revision = excluded.provider_revision, stockout_revision = excluded.stockout_revision, made_at = now()
     returning id`,
    [
      statisticId,
      ownerId,
      name,
      JSON.stringify(choice),
      revisions.statistic,
      revisions.catalogue,
      most,
      JSON.stringify(proposed),
      revisions.provider,
      revisions.stockouts,
    ],
  );
  return kept !== undefined;
}

/** Tells whether it is there. */
export async function showScenario(db: Queryable, of: Of, id: number, visible: boolean): Promise<boolean> {
  const changed = await execute(
    db,
    'update scenarios set visible = $4 where id = $3 and statistic_id = $1 and owner_id = $2',
    [of.statisticId, of.ownerId, id, visible],
  );
  return changed === 1;
}

/** Tells whether it was there still. */
export async function deleteScenario(db: Queryable, of: Of, id: number): Promise<boolean> {
  const deleted = await execute(
    db,
    'delete from scenarios where id = $3 and statistic_id = $1 and owner_id = $2',
    [of.statisticId, of.ownerId, id],
  );
  return deleted === 1;
}
