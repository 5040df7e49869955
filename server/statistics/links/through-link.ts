import { type Statistic, type StatisticBehindLink, seenByAll } from '#shared/schemas/statistic.ts';

/** What whoever has the direct link may see; signed-in users also whose statistic it is. */
export function throughLink(found: Statistic, signedIn: boolean): StatisticBehindLink {
  const fields = Object.keys(seenByAll) as (keyof typeof seenByAll)[];
  const shown = Object.fromEntries(fields.map((field) => [field, found[field]]));
  return {
    ...(shown as Pick<Statistic, keyof typeof seenByAll>),
    ...(signedIn ? { customerExternalId: found.customerExternalId } : {}),
  };
}
