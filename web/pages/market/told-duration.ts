import { daysBetween } from './calendar.ts';

/** What a row says about how long its product has been missing, and until when. */
export interface MissingTime {
  /** Earliest open report, and the one that counts since the day asked for. */
  missingSince1: string;
  reportedOn1: string;
  /** The latter is of a first list: missing since then at least. */
  knownSinceAtLeast1: boolean;
  /** A day, or the source's words. */
  deliverability1: string | null;
  /** The day stands for its calendar week. */
  deliverabilityWeek1: boolean;
  moves1: number;
  /** Null where a delivery was not expected for a day. */
  movedDays1: number | null;
}

export interface ToldDuration {
  since: string;
  /** Nobody knows how long before that. */
  atLeast: boolean;
  days: number;
  /** How often the expected delivery changed, and by how much in all; null where it did not. */
  moved: { times: number; by: Span | null } | null;
}

/** A number of whole weeks where it is one, else of days; `earlier` against the direction of time. */
export interface Span {
  unit: 'weeks' | 'days';
  count: number;
  earlier: boolean;
}

/** What is certain of a product's time, on a day (YYYY-MM-DD). */
export function toldDuration(row: MissingTime, today: string): ToldDuration {
  const since = row.missingSince1;
  return {
    since,
    atLeast: row.knownSinceAtLeast1 || since < row.reportedOn1,
    days: Math.max(0, daysBetween(since, today)),
    moved: row.moves1 > 0 ? { times: row.moves1, by: spanOf(row.movedDays1) } : null,
  };
}

function spanOf(days: number | null): Span | null {
  if (!days) return null;
  const size = Math.abs(days);
  const earlier = days < 0;
  return size % 7 === 0
    ? { unit: 'weeks', count: size / 7, earlier }
    : { unit: 'days', count: size, earlier };
}
