import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importLines } from '#server/statistics/lines/import-lines.ts';
import { ImportError } from '#server/workbooks/reading/import-error.ts';
import type { Limits } from '#server/workbooks/reading/limits.ts';
import type { ReadReport } from '#shared/schemas/import-report.ts';
import type { TextChoice } from '#shared/schemas/preview.ts';

export type Line = Record<string, string>;
export type Reading = { report: ReadReport; lines: Line[] };

/** Reads a file on this thread; the lines come back as objects of text. */
export async function readLines(
  file: Uint8Array,
  limits?: Limits,
  text?: TextChoice,
  mostCodes?: number,
): Promise<Reading> {
  const folder = mkdtempSync(join(tmpdir(), 'lines-'));
  try {
    const path = join(folder, 'lines.csv');
    const report = await importLines(file, path, {
      ...(limits && { limits }),
      text,
      ...(mostCodes && { mostCodes }),
    });
    return { report, lines: parseCsv(readFileSync(path, 'utf8')) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The error a file is refused with; fails when it is read. */
export async function refusal(file: Uint8Array, limits?: Limits): Promise<ImportError> {
  try {
    await readLines(file, limits);
  } catch (error) {
    if (error instanceof ImportError) return error;
    throw error;
  }
  throw new Error('The file was read though it should have been refused.');
}

/** The lines as [gtin or pharmacode, quantity]. */
export function bought(lines: Line[]): [string, number][] {
  return lines.map((line) => [line.gtin || line.pharmacode || '', Number(line.quantity)]);
}

/** Objects by heading of CSV after RFC 4180. */
export function parseCsv(csv: string): Line[] {
  const records: string[][] = [[]];
  let field = '';
  let quoted = false;
  for (let i = 0; i < csv.length; i++) {
    const character = csv[i]!;
    if (quoted) {
      if (character !== '"') field += character;
      else if (csv[i + 1] === '"') field += csv[i++];
      else quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === ',' || character === '\n') {
      records.at(-1)!.push(field);
      field = '';
      if (character === '\n') records.push([]);
    } else field += character;
  }
  const [heading = [], ...rows] = records.slice(0, -1);
  return rows.map((row) => {
    if (row.length !== heading.length) throw new Error(`A line has ${row.length} fields: ${row.join('|')}`);
    return Object.fromEntries(heading.map((name, i) => [name, row[i]!]));
  });
}
