/** Where a file's reading stands; bytes are unpacked bytes of the sheet (and of the shared strings before it). */
export type ReadProgress = {
  stage: 'unpacking' | 'reading';
  rows: number;
  bytes: number;
  totalBytes: number;
};

export const COLUMN_FIELDS = [
  'gtin',
  'pharmacode',
  'quantity',
  'exFactoryPrice',
  'publicPrice',
  'manufacturer',
  'description',
] as const;
export type ColumnField = (typeof COLUMN_FIELDS)[number];

/** Why a row was not imported; texts in translations/{lang}/import.json under `reasons.<reason>`. */
export const SKIP_REASONS = [
  'identifier_missing',
  'identifier_unreadable',
  'gtin_digits_lost',
  'gtin_check_digit',
  'quantity_missing',
  'quantity_unreadable',
  'quantity_not_whole',
  'quantity_ambiguous',
  'quantity_out_of_range',
  'formula_not_calculated',
  'heading_repeated',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** What the user should know though it was imported; texts under `notices.<code>`. */
export const NOTICE_CODES = [
  'several_sheets', // sheet, others
  'hidden_sheet_read', // sheet
  'delivered_over_invoiced', // heading, others
  'several_quantity_columns', // heading, others
  'gtin_invalid_used_pharmacode',
  'pharmacode_in_gtin_column',
  'gtin_in_pharmacode_column',
] as const;
export type NoticeCode = (typeof NOTICE_CODES)[number];

/** `count` rows are concerned, `row` is the first of them, `rows` the first hundred; absent when about the file. */
export type Notice = {
  code: NoticeCode;
  params: Record<string, string | number>;
  row?: number;
  rows?: number[];
  count?: number;
};

/** At most this many rows are listed one by one; the totals count all. */
export const LISTED_ROWS = 1000;

/** What was read from a file. rowsRead = imported + skipped.total + totalRowCount. */
export type ReadReport = {
  sheet: string;
  headingRow: number;
  columns: { field: ColumnField; column: string; heading: string }[];
  /** Non-empty rows below the heading. */
  rowsRead: number;
  imported: number;
  /** Between the heading and the last filled row. */
  emptyRows: number;
  skipped: {
    total: number;
    byReason: Record<SkipReason, number>;
    rows: { row: number; reason: SkipReason; values: string[] }[];
  };
  totalRowCount: number;
  totalRows: { row: number; label: string; values: string[] }[];
  hiddenRows: { total: number; rows: number[] };
  notices: Notice[];
};

/** The first rows of a sheet, by which a user can say what stands where, with a guess to begin with. */
export type ShownSheet = {
  sheet: string;
  /** The first filled rows; they count from 1, their values start at column A. */
  rows: { row: number; values: string[] }[];
  /** 0: no row has headings. */
  headingRow: number;
  /** By letter; only those for which something speaks. */
  columns: { field: ColumnField; column: string }[];
};
