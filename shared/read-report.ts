/** Progress of reading a file; bytes are unpacked bytes of the sheet (and of the shared strings before it). */
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

/** Separators of text files. */
export const SEPARATORS = [';', ',', '\t', '|'] as const;
export const ENCODINGS = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const;
/** Decimal separators: 1'234.50 or 1.234,50. */
export const DECIMALS = ['.', ','] as const;

export type Separator = (typeof SEPARATORS)[number];
export type Encoding = (typeof ENCODINGS)[number];
export type Decimal = (typeof DECIMALS)[number];

/** Why a row was skipped; texts in translations/{lang}/import.json under `reasons.<reason>`. */
export const SKIP_REASONS = [
  'identifier_missing',
  'identifier_unreadable',
  'gtin_digits_lost',
  'gtin_check_digit',
  'gtin_of_case',
  'quantity_missing',
  'quantity_unreadable',
  'quantity_not_whole',
  'quantity_ambiguous',
  'quantity_out_of_range',
  'quantity_other_unit',
  'formula_not_calculated',
  'heading_repeated',
  'other_table',
  'row_shifted',
] as const;

export type SkipReason = (typeof SKIP_REASONS)[number];

/** Notices about imported files; texts under `notices.<code>`. */
export const NOTICE_CODES = [
  'several_sheets', // sheet, others
  'hidden_sheet_read', // sheet
  'delivered_over_invoiced', // heading, others
  'several_quantity_columns', // heading, others
  'quantities_summed', // headings, columns
  'parts_differ_from_total',
  'hidden_columns_read', // headings
  'hidden_columns_left', // headings
  'gtin_invalid_used_pharmacode',
  'pharmacode_in_gtin_column',
  'gtin_in_pharmacode_column',
  'codes_disagree',
  'total_with_code',
  'result_rows',
  'result_rows_unlabelled',
  'rows_equal_sum',
  'returns_taken_off',
  'thousands_lost',
  'further_table',
  'table_beside', // columns
  'codes_beside_left', // columns
  'row_names',
  'cells_lacking', // columns
] as const;

export type NoticeCode = (typeof NOTICE_CODES)[number];

/** Notices that do not affect figures. All others may, and are warnings. */
const HARMLESS: readonly NoticeCode[] = [
  'gtin_invalid_used_pharmacode',
  'pharmacode_in_gtin_column',
  'gtin_in_pharmacode_column',
];

export function isDoubtful(code: NoticeCode): boolean {
  return !HARMLESS.includes(code);
}

/** Most rows listed individually; totals count all. */
export const LISTED_ROWS = 1000;

/**
 * Columns of the reader's output, with DuckDB types (`line_rows` in sql/load/lines.sql); `_read` columns hold the
 * original text.
 */
export const LINES_COLUMNS = {
  row_number: 'integer',
  gtin_read: 'varchar',
  pharmacode_read: 'varchar',
  quantity_read: 'varchar',
  description_read: 'varchar',
  manufacturer_read: 'varchar',
  ex_factory_price_read: 'varchar',
  public_price_read: 'varchar',
  gtin: 'varchar',
  pharmacode: 'varchar',
  quantity: 'bigint',
} as const;
