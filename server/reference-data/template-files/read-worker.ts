import { ReferenceDataError } from '#analytics/catalogue/table.ts';
import { lowerThreadPriority } from '../../platform/thread-priority.ts';
import { handingOver, type Work } from '../../platform/threads.ts';
import { ImportError } from '../../workbooks/reading/import-error.ts';
import { sourceReaders } from '../sources/index.ts';
import type { Problem, SourceFile, SourceKey } from '../sources/rows.ts';
import { canonicalLine, compressLines, readLines, type StoredRow } from './canonical-rows.ts';
import { differenceOf, type RowDifference } from './difference.ts';

/** What is asked of the worker: to read a file, or to compare the stored rows of a version with another's. */
export type ReadRequest =
  | {
      task: 'read';
      key: SourceKey;
      path: string;
      fileName: string;
      milliseconds: number;
      products: KnownProducts;
      /** Rows of the version that it would replace. */
      before: Uint8Array | null;
    }
  | { task: 'compare'; key: SourceKey; rows: Uint8Array; before: Uint8Array };

/** What a file gave, with its rows and problems as they are stored. */
export type ReadFile = {
  date: string | null;
  found: number;
  used: number;
  columns: string[];
  facts: Record<string, number>;
  matched: number | null;
  problems: { total: number; unused: number; listed: number };
  difference: RowDifference | null;
  rows: Uint8Array;
  problemRows: Uint8Array;
};

export type ReadReply =
  | { type: 'read'; file: ReadFile }
  | { type: 'compared'; difference: RowDifference }
  | { type: 'refused'; by: 'import' | 'reference'; code: string; params: Record<string, string | number> };

/** Problem rows that are kept; all are counted. */
const MOST_PROBLEMS = 20_000;
const LONGEST_VALUE = 255;

/** Of the progress, before comparing and packing. */
const READING_SHARE = 0.8;

/** Says what share of reading is done. */
export default async function work({ request, port }: Work<ReadRequest>): Promise<ReadReply> {
  lowerThreadPriority();
  try {
    if (request.task === 'compare') {
      const difference = await differenceOf(request.key, storedRows(request.rows), request.before);
      return { type: 'compared', difference };
    }
    const file = await readFile(request, (share) => port.postMessage(share));
    return handingOver({ type: 'read', file }, [bufferOf(file.rows), bufferOf(file.problemRows)]);
  } catch (error) {
    if (!(error instanceof ReferenceDataError || error instanceof ImportError)) throw error;
    const by = error instanceof ImportError ? 'import' : 'reference';
    return { type: 'refused', by, code: error.code, params: error.params };
  }
}

async function readFile(
  { key, path, fileName, milliseconds, products, before }: Extract<ReadRequest, { task: 'read' }>,
  onProgress: (share: number) => void,
): Promise<ReadFile> {
  const read: SourceFile<SourceKey> = await sourceReaders[key]({
    path,
    fileName,
    milliseconds,
    onProgress: (share) => onProgress(share * READING_SHARE),
  });
  onProgress(READING_SHARE);
  const matched = matchedRows(key, read.rows, products);
  const difference = before && (await differenceOf(key, read.rows, before));
  onProgress(0.9);
  const problems = read.problems.slice(0, MOST_PROBLEMS).map(bounded);
  return {
    date: read.date,
    found: read.found,
    used: read.rows.length,
    columns: read.columns,
    facts: read.facts,
    matched,
    difference,
    problems: {
      total: read.problems.length + (read.facts.problemsNotListed ?? 0),
      unused: read.unused,
      listed: problems.length,
    },
    rows: new Uint8Array(await compressLines(linesOf(read.rows))),
    problemRows: new Uint8Array(await compressLines(problems.map((problem) => JSON.stringify(problem)))),
  };
}

function* linesOf(rows: readonly StoredRow[]): Generator<string> {
  for (const row of rows) yield canonicalLine(row);
}

async function* storedRows(compressed: Uint8Array): AsyncGenerator<StoredRow> {
  for await (const lines of readLines(compressed)) for (const line of lines) yield JSON.parse(line);
}

function bounded(problem: Problem): Problem {
  return {
    ...problem,
    column: problem.column.slice(0, LONGEST_VALUE),
    value: problem.value.slice(0, LONGEST_VALUE),
  };
}

function bufferOf(bytes: Uint8Array): ArrayBuffer {
  return bytes.buffer as ArrayBuffer;
}

/** GTINs and Pharmacodes of the catalogue. */
type KnownProducts = { gtins: readonly string[]; pharmacodes: readonly string[] };

/** How many rows are of products that the catalogue knows; null where rows are of none, or nothing is known yet. */
function matchedRows(
  key: SourceKey,
  rows: readonly StoredRow[],
  { gtins, pharmacodes }: KnownProducts,
): number | null {
  if (key === 'customers' || gtins.length === 0) return null;
  const known = new Set(gtins);
  const knownCodes = new Set(pharmacodes);
  return rows.filter((row) => {
    if ('externalId' in row) return false;
    if ('alternativeGtin' in row) return known.has(row.gtin) && known.has(row.alternativeGtin);
    if (known.has(row.gtin)) return true;
    return 'expectedDelivery' in row && knownCodes.has(row.pharmacode);
  }).length;
}
