/** Limits for reading one workbook. */
export type Limits = {
  /** Entries in the archive. */
  entries: number;
  /** Unpacked bytes of all parts read. */
  unpackedBytes: number;
  sheets: number;
  /** Bytes of a tag with its attributes. */
  tagBytes: number;
  /** Nesting of elements. */
  depth: number;
  attributes: number;
  /** UTF-8 bytes of the text of one cell or shared string; Excel allows 32,767 characters. */
  cellBytes: number;
  /** UTF-8 bytes of all texts of one row. */
  rowBytes: number;
  sharedStrings: number;
  /** UTF-8 bytes of all shared strings. */
  sharedStringBytes: number;
  /** CPU milliseconds from opening the file to its last row. */
  milliseconds: number;
};

export const LIMITS: Limits = {
  entries: 10_000,
  unpackedBytes: 640 * 1024 * 1024,
  sheets: 500,
  tagBytes: 1024 * 1024,
  depth: 200,
  attributes: 200,
  cellBytes: 256 * 1024,
  rowBytes: 8 * 1024 * 1024,
  sharedStrings: 4_000_000,
  sharedStringBytes: 112 * 1024 * 1024,
  milliseconds: 10_000,
};

/** Excel's own grid: rows 1 to 1,048,576 and columns A to XFD. */
export const MAX_ROWS = 1_048_576;
export const MAX_COLUMNS = 16_384;
