import type * as z from 'zod/mini';
import type { GroupingName } from '#shared/groupings.ts';
import type { MarketProvenance } from './market-figure.ts';
import type { Provenance } from './provenance.ts';

/** What a query of the API promises: its place, its SQL file, its parameters and columns, and what these say. */
export type View<
  Parameters extends z.ZodMiniObject = z.ZodMiniObject,
  Row extends z.ZodMiniObject = z.ZodMiniObject,
> = (OfStatistic<Row> | OfMarket<Row>) & {
  /** Where it stands on the API, see viewPath: below the statistic, or as it is. */
  name: string;
  /** File below sql/, e.g. `v1/atc.sql`; the folder is the version. */
  sql: string;
  /** Query parameters; every key is a parameter of the SQL file and the other way round. */
  parameters: Parameters;
  /** One row, wire names in the order of the SELECT. */
  row: Row;
  /** `one`: JSON is an object; `many`: JSON is an array of rows. */
  cardinality: 'one' | 'many';
  /** Column that tells the rows of a list apart. */
  key?: string;
  /** The figures of a whole list under the same filters; null where no page shows a list of all. */
  totals?: View | null;
  /** Columns that only signed-in users get. */
  signedInColumns: readonly string[];
  /** Values of parameters that only signed-in users may choose, since the answer would tell what others don't get. */
  signedInChoices?: Readonly<Record<string, readonly string[]>>;
  /** Further parameters of the SQL file: what the place of the query supplies and no caller chooses. */
  context?: readonly (keyof ViewContext)[];
};

/** About what one customer bought: its SQL file names the tables of a statistic and of the catalogue. */
type OfStatistic<Row extends z.ZodMiniObject> = {
  subject: 'statistic';
  /** What its figures are, and the articles behind them. */
  provenance: Provenance<Row>;
  /** Whether its rows can be set side by side with those of another period. */
  comparable: boolean;
  /** What its rows, or the rows of the list that it totals, are groups of. */
  grouping?: GroupingName;
};

/** About all products: its SQL file names the tables of the catalogue. */
type OfMarket<Row extends z.ZodMiniObject> = {
  subject: 'market';
  /** What its figures are, and what gives them. */
  provenance: MarketProvenance<Row>;
} & (
  | { feeding: false }
  | {
      /** It also names those of the statistic whose quantities stand for the market, where there is one. */
      feeding: true;
      /** Columns that tell of that statistic: only for those who may see amounts reckoned from it. */
      amountColumns: readonly string[];
    }
);

/** What some queries depend on beside the statistic and the caller's choices. */
export type ViewContext = {
  /** Today in Zurich, YYYY-MM-DD. */
  today: string;
  /** Today in UTC, YYYY-MM-DD: what days that nobody chose are reckoned from. */
  todayUtc: string;
  /** A stock-out is new while it was reported fewer than this many days ago. */
  newStockoutDays: number;
  /** Language of the names of ATC groups. */
  language: 'de' | 'en' | 'fr' | 'it';
};

/** Helps the compiler keep the exact schemas of a view of one row, and hold its figures against its columns. */
export function defineView<Parameters extends z.ZodMiniObject, Row extends z.ZodMiniObject>(
  view: View<Parameters, Row> & { cardinality: 'one' },
): View<Parameters, Row> {
  return view;
}

/** The same of a list, which also says what tells its rows apart and which totals it has. */
export function defineList<
  Parameters extends z.ZodMiniObject,
  Row extends z.ZodMiniObject,
  Totals extends View | null,
>(
  view: View<Parameters, Row> & { cardinality: 'many'; key: keyof Row['shape']; totals: Totals },
): View<Parameters, Row> & { totals: Totals } {
  return view;
}

/** The view's path below /api: of the statistic with this direct link id, or of the market. */
export function viewPath({ subject, name }: Pick<View, 'subject' | 'name'>, directLinkId: string): string {
  return subject === 'market' ? `/${name}` : `/statistics/${directLinkId}/${name}`;
}
