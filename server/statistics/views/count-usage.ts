import type { Pool } from 'pg';
import { todayInZurich } from '#analytics/context.ts';
import type { User } from '#shared/schemas/user.ts';
import { execute, type Queryable } from '../../platform/database/query.ts';

/** What a process that is killed loses at most. */
const INTERVAL_MILLISECONDS = 10_000;

export type Usage = {
  /** Counts once, in memory; `user`: who did it, undefined for a visitor. Never fails, and nobody waits for it. */
  count(event: UsageEvent, user: User | undefined, statisticId?: number): void;
  /** Writes down what is counted, at once; for reports. */
  write(): Promise<void>;
  /** Writes down what is left. */
  end(): Promise<void>;
};

/**
 * Counts openings and downloads beside requests: in memory, and every ten seconds in PostgreSQL. Of visitors nothing is
 * known but that they were visitors.
 */
export function countUsage(pool: Pool, onError: (error: unknown) => void): Usage {
  let counted = new Map<string, UsageCount>();
  let writing: Promise<void> = Promise.resolve();
  const timer = setInterval(write, INTERVAL_MILLISECONDS);
  timer.unref();
  return {
    count(event, user, statisticId = 0) {
      const caller = user ? (user.role === 'Admin' ? 'admin' : 'user') : 'visitor';
      const representativeId = event === 'opening' ? 0 : (user?.id ?? 0);
      add({ day: todayInZurich(), event, caller, statisticId, representativeId, count: 1 });
    },
    write,
    async end() {
      clearInterval(timer);
      await write();
    },
  };

  function add(more: UsageCount): void {
    const { count, ...what } = more;
    const key = Object.values(what).join(' ');
    const before = counted.get(key)?.count ?? 0;
    counted.set(key, { ...what, count: before + count });
  }

  /** One after the other; what could not be written is tried again next time. */
  function write(): Promise<void> {
    writing = writing.then(async () => {
      if (counted.size === 0) return;
      const counts = [...counted.values()];
      counted = new Map();
      try {
        await addUsage(pool, counts);
      } catch (error) {
        counts.forEach(add);
        onError(error);
      }
    });
    return writing;
  }
}

/** The opening of a dashboard, or a file that was handed out. */
export const usageEvents = [
  'opening',
  'analysis',
  'statistic',
  'visit',
  'handout',
  'pack',
  'original',
  'call-list',
  'order-pdf',
  'order-excel',
  'order-barcode-excel',
  'order-csv',
] as const;

type UsageEvent = (typeof usageEvents)[number];

/** `day`: YYYY-MM-DD in Zurich. Ids are 0 for none; without a representative the statistic's uploader counts as such. */
type UsageCount = {
  day: string;
  event: UsageEvent;
  caller: 'visitor' | 'user' | 'admin';
  statisticId: number;
  representativeId: number;
  count: number;
};

/** Adds to what was counted; all of it or nothing. */
async function addUsage(db: Queryable, counts: readonly UsageCount[]): Promise<void> {
  const all = <Name extends keyof UsageCount>(name: Name) => counts.map((each) => each[name]);
  // In one order, so that processes that add at once wait for each other instead of for ever.
  await execute(
    db,
    `insert into usage_counts (day, event, caller, statistic_id, representative_id, count)
     select c.day, c.event, c.caller, c.statistic, coalesce(nullif(c.representative, 0), s.uploader_id, 0) as whose,
       sum(c.count)
     from unnest($1::date[], $2::text[], $3::text[], $4::integer[], $5::integer[], $6::integer[])
       as c (day, event, caller, statistic, representative, count)
     left join statistics s on s.id = c.statistic
     group by c.day, c.event, c.caller, c.statistic, whose
     order by c.day, c.event, c.caller, c.statistic, whose
     on conflict (day, event, caller, statistic_id, representative_id)
       do update set count = usage_counts.count + excluded.count`,
    [all('day'), all('event'), all('caller'), all('statisticId'), all('representativeId'), all('count')],
  );
}
