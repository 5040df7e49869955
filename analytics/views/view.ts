import type { z } from 'zod';

/** What a dashboard query promises: its name on the wire, its SQL file, its parameters and its columns. */
export type View<Parameters extends z.ZodObject = z.ZodObject, Row extends z.ZodObject = z.ZodObject> = {
  /** Last part of the path: /api/statistics/{directLinkId}/{name}. */
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
  /** Columns that only signed-in users get. */
  signedInColumns: readonly string[];
  /** Further parameters of the SQL file: what the place of the query supplies and no caller chooses. */
  context?: readonly (keyof ViewContext)[];
};

/** What some queries depend on beside the statistic and the caller's choices. */
export type ViewContext = {
  /** Today in Zurich, YYYY-MM-DD. */
  today: string;
  /** A stock-out is new while it was reported fewer than this many days ago. */
  newStockoutDays: number;
  /** Language of the names of ATC groups. */
  language: 'de' | 'en' | 'fr' | 'it';
};

/** Helps the compiler keep the exact schemas of a view. */
export function defineView<Parameters extends z.ZodObject, Row extends z.ZodObject>(
  view: View<Parameters, Row>,
): View<Parameters, Row> {
  return view;
}
