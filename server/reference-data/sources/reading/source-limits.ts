import { LARGEST_FILE } from '#shared/limits.ts';
import { LIMITS, type Limits } from '../../../workbooks/reading/limits.ts';
import type { SourceKey } from '../rows.ts';

/** What a file is by its content. `json`: one document or one per line; `zip`: an archive that is no workbook; `xls`: of the office before .xlsx. */
export type ContentKind = 'xlsx' | 'xls' | 'zip' | 'csv' | 'json' | 'html';

const MEGABYTE = 1024 * 1024;
const LARGE_BYTES = 200 * MEGABYTE;

/** A workbook is held in memory as it is packed; 300,000 customers are a third of this. */
export const WORKBOOK_BYTES = 64 * MEGABYTE;

/** An old workbook is held in memory cell by cell. */
export const OLD_WORKBOOK_BYTES = LARGEST_FILE;

type SourceKind = { kinds: readonly ContentKind[]; extensions: readonly string[]; mostBytes: number };

/** A table of rows, whichever program wrote it. */
const table: SourceKind = {
  kinds: ['csv', 'xlsx', 'xls'],
  extensions: ['.csv', '.xlsx', '.xls'],
  mostBytes: LARGEST_FILE,
};

/** What each source's file may be: by content, with the extensions that users know it by, and bytes at most. */
export const sourceKinds: Record<SourceKey, SourceKind> = {
  'swissmedic-packs': { kinds: ['xlsx'], extensions: ['.xlsx'], mostBytes: LARGEST_FILE },
  'bag-sl-fhir': {
    kinds: ['json', 'zip'],
    extensions: ['.ndjson', '.json', '.zip'],
    mostBytes: LARGE_BYTES,
  },
  'bag-sl-prices': {
    kinds: ['json', 'csv', 'xlsx', 'xls'],
    extensions: ['.json', '.csv', '.xlsx', '.xls'],
    mostBytes: LARGEST_FILE,
  },
  pharmacodes: table,
  'own-attributes': table,
  portfolio: table,
  exclusives: table,
  'stockouts-wholesaler': table,
  'stockouts-drugshortage': { kinds: ['html'], extensions: ['.html', '.htm'], mostBytes: LARGEST_FILE },
  'stockouts-engpassradar': { kinds: ['csv'], extensions: ['.csv'], mostBytes: LARGEST_FILE },
  'stockouts-national-supply': table,
  'stockouts-own': { kinds: ['csv'], extensions: ['.csv'], mostBytes: LARGEST_FILE },
  customers: { ...table, mostBytes: LARGE_BYTES },
};

/** Bounds of a workbook or archive whose reader gives up after `milliseconds`. */
export function archiveLimits(milliseconds: number): Limits {
  return { ...LIMITS, milliseconds };
}
