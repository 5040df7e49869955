import { once } from 'node:events';
import { createGunzip, createGzip } from 'node:zlib';
import { lineSplitter } from '#shared/json-lines.ts';
import type { RowsOf, SourceKey } from '../sources/rows.ts';

/** A row of any source, as versions keep it. */
export type StoredRow = RowsOf[SourceKey];

/** A row as it is stored: the same row is the same text, whatever order the file's columns had. */
export function canonicalLine(row: StoredRow): string {
  if (!('values' in row)) return JSON.stringify(row);
  const values = Object.entries(row.values).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify({ gtin: row.gtin, values: Object.fromEntries(values) });
}

/** Lists that may have a product several times, once for each day on which a stock-out began. */
const WITH_SEVERAL: ReadonlySet<SourceKey> = new Set(['stockouts-national-supply', 'stockouts-own']);

/** What tells the rows of a source apart, for comparing a version with another. */
export function rowKey(source: SourceKey, row: StoredRow): string {
  if ('alternativeGtin' in row) return `${row.gtin} ${row.alternativeGtin}`;
  if ('externalId' in row) return row.externalId;
  if ('expectedDelivery' in row) {
    // A wholesaler's articles are told apart by its Pharmacodes, as its reader does.
    const [first, second] =
      source === 'stockouts-wholesaler' ? [row.pharmacode, row.gtin] : [row.gtin, row.pharmacode];
    const product = first || second || row.description;
    return WITH_SEVERAL.has(source) ? `${product} ${row.reportedOn}` : product;
  }
  return row.gtin;
}

/** Gzip-compressed lines, a line break after each. */
export async function compressLines(lines: Iterable<string>): Promise<Buffer> {
  const gzip = createGzip({ level: 4 });
  const pieces: Buffer[] = [];
  gzip.on('data', (piece: Buffer) => pieces.push(piece));
  const ended = once(gzip, 'end');
  for (const text of joined(lines)) if (!gzip.write(text)) await once(gzip, 'drain');
  gzip.end();
  await ended;
  return Buffer.concat(pieces);
}

/** The lines of compressLines again, some thousands at a time. */
export async function* readLines(compressed: Uint8Array): AsyncGenerator<string[]> {
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  gunzip.end(compressed);
  const decoder = new TextDecoder();
  const split = lineSplitter();
  for await (const piece of gunzip as AsyncIterable<Buffer>) {
    const lines = split(decoder.decode(piece, { stream: true }));
    if (lines.length > 0) yield lines;
  }
}

const TEXT_LENGTH = 256 * 1024;

function* joined(lines: Iterable<string>): Generator<string> {
  let text = '';
  for (const line of lines) {
    text += `${line}\n`;
    if (text.length < TEXT_LENGTH) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}
