import type { RowDifference } from './difference.ts';
import type { Guard } from './guards.ts';

/** What a list of stock-outs changes of what its source said. Counts are of its open episodes. */
export type ListDifference = {
  source: string;
  /** Days of the list and of the source's last one, YYYY-MM-DD; null: it is the first one. */
  date: string;
  last: string | null;
  open: number;
  added: number;
  dropped: number;
  /** Rows of products that neither GTIN nor Pharmacode tell. */
  unknown: number;
};

/** What a file is beside the version that counts. */
export type Comparison = {
  /** The version it was compared with; null: there was none. */
  base: number | null;
  difference: RowDifference | null;
  list: ListDifference | null;
  guards: Guard[];
  /** Of a list: the revisions of catalogue and stock-outs that it was held against. */
  heldAgainst?: string;
};

/** What checking a file has found, as it is stored with the version. */
export type Report = {
  /** Rows that are there, used or not. */
  found: number;
  columns: string[];
  facts: Record<string, number>;
  matched: number | null;
  problems: { total: number; unused: number; listed: number };
  comparison: Comparison;
};

/** What using a version has changed. */
export type Effect =
  | { kind: 'file' }
  /** `first`: there was no version before. */
  | { kind: 'rows'; first: boolean; new: number; gone: number; changed: number }
  /** `revision`: of the stock-outs, which going back to the version restores. */
  | { kind: 'list'; source: string; revision: number; added: number; dropped: number; open: number }
  | { kind: 'customers'; added: number; changed: number; ended: number };
