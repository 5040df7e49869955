import type { RowsOf, SourceKey } from './rows.ts';

/** What is wrong or doubtful in a row of a file. `reason` is a translation key below reference.row. */
export type Problem = {
  /** Counts from 1 as a spreadsheet does, the heading included; a bundle of FHIR counts as a row. */
  row: number;
  /** Heading as it stands in the file; '' for the row as a whole. */
  column: string;
  value: string;
  reason: string;
  /** Whether the row counts nevertheless. */
  used: boolean;
};

/** A source's file, read. */
export type SourceFile<Key extends SourceKey> = {
  /** The file's own date, YYYY-MM-DD; null where it names none. */
  date: string | null;
  rows: RowsOf[Key][];
  problems: Problem[];
  /** Problems of rows that do not count, those too that are not listed. */
  unused: number;
  /** Columns of ours that the file has, by our names. */
  columns: string[];
  /** Rows that are there, used or not; without headings and empty ones. */
  found: number;
  /** What else is worth counting, for example packs without a GTIN; by translation key below reference.facts. */
  facts: Record<string, number>;
};

/** Which file of the product's own a reader is given, and what it may cost. */
export type SourceInput = {
  /** Where the uploaded file lies on this machine. */
  path: string;
  /** As the user called it; only for messages, what a file is is told from its content. */
  fileName: string;
  /** Milliseconds until the reader gives up. */
  milliseconds: number;
  /** 0 to 1, called now and then. */
  onProgress?: (share: number) => void;
};
