export const columnFields = [
  'gtin',
  'pharmacode',
  'quantity',
  'description',
  'manufacturer',
  'exFactoryPrice',
  'publicPrice',
] as const;

export type ColumnField = (typeof columnFields)[number];

/** What became of a file's rows. Lists are cut short by the server; `total` is the whole number. */
export interface ImportReport {
  sheet: string;
  headingRow: number;
  columns: { field: ColumnField; column: string; heading: string }[];
  rowsRead: number;
  imported: number;
  emptyRows: number;
  matchedByGtin: number;
  matchedByPharmacode: number;
  unmatched: { total: number; rows: (ReportedArticle & { row: number })[] };
  skipped: {
    total: number;
    byReason: Record<string, number>;
    rows: { row: number; reason: string; values: ReportedValues }[];
  };
  totalRows: { row: number; label: string; values: ReportedValues }[];
  hiddenRows: { total: number; rows: number[] };
  returnsNetted: { articles: number; rows: number };
  leftOut: { total: number; articles: ReportedArticle[] };
  ambiguousPharmacodes: { pharmacode: string; gtins: string[]; chosen: string }[];
  duplicateOf: {
    bezugsStatistikID: number;
    directLinkId: string;
    customerName: string | null;
    importDate: string;
  }[];
  /** About the file, or about `count` rows of which `row` is the first. */
  notices: { code: string; params: Record<string, string | number>; row?: number; count?: number }[];
}

export interface ReportedArticle {
  gtin: string | null;
  pharmacode: string | null;
  description: string | null;
  quantity: number | null;
}

/** The cells of a row as they were read. */
export type ReportedValues = Record<string, unknown> | readonly unknown[];
