import { todayInZurich } from '#analytics/context.ts';
import { daysBetween } from '#shared/calendar.ts';
import type { Language } from '#shared/languages.ts';
import { type Queryable, queryRows } from '../platform/database/query.ts';
import { translate } from '../platform/i18n/messages.ts';
import { type ExpectedKey, expectedKeys, type Settings } from '../platform/settings/settings.ts';
import { listStockoutSources } from './stockout-sources/stockout-source-queries.ts';
import { NAMED_KIND, templateFileKinds } from './template-files/kinds.ts';

/** What a source says is of `date` (YYYY-MM-DD), so many days ago; `expected`: days until something newer is expected. */
export type SourceAge = {
  key: ExpectedKey;
  source: string | null;
  date: string;
  days: number;
  expected: number;
};

type Dated = { key: string; source: string | null; date: string };

/**
 * How old the word of each source is that is expected from time to time: of published files by their own date, of
 * stock-outs by each source's newest list. A catalogue from the command line counts as prices of its day.
 */
export async function sourceAges(
  db: Queryable,
  { expectedDays }: Pick<Settings, 'expectedDays'>,
): Promise<SourceAge[]> {
  const dated = await queryRows<Dated>(
    db,
    `select v.key, null as source, v.file_date as date
     from template_files f join template_file_versions v on v.id = f.version_id
     where v.file_date is not null and not starts_with(v.key, 'stockouts-')
     union all
     select 'bag-sl-prices', null, coalesce(prices_of, price_date)
     from all_catalogue_revisions join current_catalogue using (revision)
     where not exists (select from template_files where key = any ($1))
     union all
     select null, source->>'source', (source->>'lastListOn')::date
     from (select sources from stockout_revisions order by revision desc limit 1) as newest,
       jsonb_array_elements(newest.sources) as source
     where source->>'endedOn' is null
     order by 1, 2`,
    [['swissmedic-packs', 'bag-sl-fhir', 'bag-sl-prices']],
  );
  const named = new Set((await listStockoutSources(db)).map(({ name }) => name.toLowerCase()));
  return dated.flatMap(({ key: fileKey, source, date }) => {
    const key = expectedKeys.find(
      (each) => each === (source === null ? fileKey : keyOfSource(source, named)),
    );
    return key ? [{ key, source, ...ageOf(date, expectedDays[key]) }] : [];
  });
}

/** What people call it: a source by its own name, a file by that of its kind. */
export function sourceName({ key, source }: Pick<SourceAge, 'key' | 'source'>, language: Language): string {
  return source ?? translate(language, `templateFiles.file.${key}.name`);
}

/** Beyond the interval: something newer should be there by now. */
export function isLate({ days, expected }: Pick<SourceAge, 'days' | 'expected'>): boolean {
  return days > expected;
}

export function ageOf(date: string, expected: number) {
  return { date, days: daysBetween(date, todayInZurich()), expected };
}

/** Sources of other names are published from the command line, and come as own lists do. */
function keyOfSource(source: string, named: ReadonlySet<string>): string {
  if (named.has(source.toLowerCase())) return NAMED_KIND;
  const kind = templateFileKinds.find(
    ({ stockoutSource }) => stockoutSource?.toLowerCase() === source.toLowerCase(),
  );
  return kind?.key ?? 'stockouts-own';
}
