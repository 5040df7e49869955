import { type Queryable, queryRow } from '../platform/database/query.ts';

export type StatisticPeriod = {
  timeMonthFrom: number;
  timeYearFrom: number;
  timeMonthTo: number;
  timeYearTo: number;
};

/** Its months, both included. */
export function findStatisticPeriod(db: Queryable, id: number): Promise<StatisticPeriod> {
  return queryRow(
    db,
    `select time_month_from as "timeMonthFrom", time_year_from as "timeYearFrom", time_month_to as "timeMonthTo",
       time_year_to as "timeYearTo"
     from statistics where id = $1`,
    [id],
  );
}
